/** Why a wanted device of a run has not been given yet. */
export const wait = {
  no_device: "No device of this project fits what the task asks for.",
  devices_used: "Every device that fits has taken part in this run already.",
  devices_busy: "No device that fits is free: those online are in use or not ready.",
  devices_offline: "Every device that fits is offline.",
  devices_broken: "Every device that fits has an open work order, which is to be processed first.",
  devices_unwell: "Every other device that fits failed its last self-check. The task can take such devices, too.",
  devices_draining:
    "Every device that fits is at an agent that is draining: it gives its devices to nobody until that is over.",
  devices_out_of_use: "Every device that fits is out of use.",
  devices_no_tasks: "Every device that fits is not there for tasks.",
  behind_others: "Other tests go first.",
  parallel_limit: "As many devices as the project may use at once are in use.",
  user_limit: "As many devices as who started it may use at once are in use.",
  next: "A device is free and about to be given.",
  no_engine: "The task runs in an image, and no device that fits is at an agent with a container engine.",
  engine_not_free: "The task runs in an image, and no device whose agent has a container engine is free.",
};
