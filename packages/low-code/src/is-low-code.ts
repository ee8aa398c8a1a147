/** Whether a YAML file says that it is of this format: others are none of our business. */
export const isLowCode = (text: string): boolean => /^["']?low_code["']?[ \t]*:/m.test(text);
