const en = {
  request_failed: "Request failed",
  no_permission_title: "No permission",
  target_project_title: "Target project",
  closed: {
    no_permission: "You may not watch this any more.",
    capability_missing: "This device does not support it.",
    invalid_param: "What was sent was not understood.",
  },
  bar: {
    method: "Method",
    path: "Call",
    page: "Page",
    time: "Time",
    message: "Message",
    data: "Data",
    copy_all: "Copy details",
    details: "Details",
  },
  kind: {
    network: "The server cannot be reached. Check your network; the page goes on by itself when it is back.",
    timeout: "The server took too long to answer. Try again.",
    bad_answer:
      "The server gave an answer this page does not understand. Reload the page; its version may be out of date.",
    unexpected: "Something went wrong on this page.",
  },
  special: {
    job_name_too_long: "The task name is too long. Shorten it.",
    preview_limit: "Close running preview history tasks that you do not need, then try again.",
    provisioning_file: "The provisioning file does not fit this certificate. Check the provisioning file.",
    p12_password: "Enter the password of the certificate: the one given is wrong.",
  },
  rows: {
    need_login: "Please sign in.",
    invalid_session: "Your session has ended. Please sign in again.",
    internal: "The server failed to do this. The request id helps an administrator find out why.",
    invalid_param: "{field} is not valid: {rule}",
    invalid_body: "The server could not read the request: {reason}",
    xhr_header_required: "The request was refused as a possible forgery.",
    route_not_found: "This server does not know this call. It may be of another version.",
    body_too_large: "The request is larger than {limit_bytes} bytes.",
    rate_limited: "Too many calls from here. Try again in {seconds} s.",
    host_unknown: "This server does not answer to the name {host}. Ask an administrator to add it.",
    unavailable: "The server is restarting. Try again in a moment.",
    watch_link_over: "This link is no longer valid.",
    user_name_or_password: "Email or password is wrong.",
    too_many_attempts: "Too many attempts. Try again in {seconds} s.",
    too_many_attempts_minutes: "Too many attempts. Try again in {minutes} min.",
    mail_not_set: "This server sends no mail. Ask an administrator for a new password.",
    password_link_over: "This link was used already, or is too old. Ask for another one.",
    email_unconfirmed: "Confirm your address first: a link was mailed to it.",
    signup_link_over: "This link was used already, or is too old. Sign in, or register again.",
    user_approving: "Your registration is waiting for an administrator's approval.",
    user_rejected: "Your registration was rejected. Ask an administrator of this server why.",
    user_expired: "Your trial period has ended. Ask an administrator to extend it.",
    user_disabled: "Your account is disabled. Ask an administrator of this server.",
    mailbox_exists: "This email address is already registered.",
    nickname_exists: "This nickname is taken. Choose another.",
    signup_closed: "Registration is closed on this server. Ask an administrator to open it.",
    wrong_password: "The current password is wrong.",
    password_required: "Enter your password.",
    password_common: "This is one of the most used passwords, which are guessed first. Choose another.",
    sign_in_kind: "This way of signing in is not set up on this server.",
    sign_in_failed: "Authorization failed. Try again; if it keeps failing, ask an administrator of this server.",
    second_step_needed: "Signing in takes a second step.",
    second_step_over: "This sign-in took too long. Begin again with your password.",
    second_step_code: "This code is wrong, or has been used.",
    passkey_refused: "This passkey was not accepted. Try again, or sign in with your password.",
    passkey_over: "This took too long. Begin again.",
    passkeys_unavailable:
      "Passkeys cannot be had here: this server needs an address with a name and https. An administrator can give it one.",
    resource_not_found: "This file does not exist.",
    storage_full: "The server has no space left. Ask an administrator to make room, then try again.",
  },
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    errors: typeof en;
  }
}
