const en = {
  title: "Scripts",
  lead: "Git repositories of tests that this server keeps.",
  make: "New repository",
  make_title: "New script repository",
  read_cases: "Read its cases",
  search: "Name or description",
  count_one: "{total} repository",
  count_other: "{total} repositories",
  error: "The script repositories could not be read",
  error_script: "The script repository could not be read",
  error_files: "The files could not be read",
  error_file: "The file could not be read",
  error_commit: "The commit could not be read",
  description: "Description",
  branch: "Branch",
  at_commit: "at {commit}",
  column: { name: "Name", template: "Template", size: "Size", user: "Made by", updated_at: "Changed" },
  template: { typescript: "TypeScript", pytest: "pytest" },
  template_hint: { typescript: "Tests of node:test", pytest: "Tests in Python" },
  none: {
    title: "No script repositories yet",
    text: "Make one from a template, clone it with git, and push your tests. It serves as a case library.",
    text_guest: "Nobody has made a script repository in this project.",
  },
  no_match: { title: "Nothing matches", text: "Nothing fits this search.", clear: "Clear the search" },
  tab: { label: "Parts of the repository", files: "Files", history: "History", clone: "Clone", settings: "Settings" },
  kind: {
    link: "A symbolic link; this is where it points.",
    submodule: "A submodule, which is another repository; this is its commit.",
  },
  no_file: { title: "No file is open", text: "Choose a file on the left." },
  no_text: "This file is no text, or is larger than 1 MB. Clone the repository to see it.",
  more_files: "There are more files than are listed here. Clone the repository to see all of them.",
  more_changes: "The commit changes more than is shown here.",
  history: {
    message: "Message",
    author: "Author",
    time: "Time",
    commit: "Commit",
    count_one: "{total} commit",
    count_other: "{total} commits",
    no_message: "(no message)",
    error: "The history could not be read",
  },
  commit: "Commit {commit}",
  change: { added: "added", changed: "changed", deleted: "deleted", renamed: "renamed" },
  clone: {
    title: "Clone",
    text: "Edit the files in your own editor and push them back: this page shows them at once, and case libraries that read the branch are parsed.",
    sign_in: "How git signs in",
    sign_in_text: "Git asks for a user name and a password. Either of these will do:",
    key: "Your API key",
    key_text: "The user name is its SecretId, the password its SecretKey. A key that only reads can clone and fetch.",
    token: "The project’s token",
    token_text: "Any user name; the password is the token. For programs.",
    to_keys: "To your API keys",
    to_token: "To the project’s token",
    rules: "What a push may do",
    rules_text:
      "No branch is ever pushed with force, and main is never deleted. A push has at most {push}, a repository {repository}, and all of the project’s {project}.",
  },
  delete: {
    title: "Delete the repository",
    lead: "Its files and their history are nowhere else.",
    action: "Delete",
    ask: "Delete {name}?",
    goes: "All of its files, branches and commits will be lost. Clones that people have stay theirs.",
    type: "Type {name} to confirm",
    done: "{name} was deleted",
  },
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    scripts: typeof en;
  }
}
