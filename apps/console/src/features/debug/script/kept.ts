/** What is kept: a text, and the files of pictures that it names. */
export interface KeptFiles {
  text: string;
  pictures: readonly { path: string; png: string }[];
}
export interface Kept {
  /** Where, unless somebody says another place. */
  path: string;
  filesAt: (path: string) => KeptFiles;
}
