/** Alerts of the installation, and what can be done: part of the table of words. */
export const ALERT_WORDS = {
  alert_files_low: "less than {bound} % of the disk of the files is free: {free_gb} GB ({percent} %)",
  alert_database_low: "less than {bound} % of the disk of the database is free: {free_gb} GB ({percent} %)",
  alert_files_unwritable: "files cannot be written",
  alert_files_silent: "the disk of the files does not answer within {seconds} s",
  alert_queue_waits: "tests that wait: {count}, the first of them for {minutes} min",
  alert_agent_away: "agent {agent_name} has been offline for {minutes} min",
  alert_certificate_ends: "the certificate of {address} ends in {days} days",
  alert_certificate_over: "the certificate of {address} has expired",
  alert_certificate_refused: "browsers do not accept the certificate of {address}",
  alert_certificate_unseen: "this server cannot reach {address} by https",
  alert_remedy_disk: "free room on that disk or make it larger; old recordings and app packages take most of it",
  alert_remedy_silent_disk:
    "look whether that disk, or the network to it, works, and mount it anew; restart a server on which it still does not answer",
  alert_remedy_unwritable_disk:
    "look whether that disk is full or mounted read-only, and whether its folder belongs to the user that the server runs as",
  alert_remedy_queue: "look which devices the waiting tests ask for, and add such devices or end what keeps them",
  alert_remedy_agents:
    "look whether its machine runs and reaches this server, and read the agent's log; revoke an agent that is gone for good",
  alert_remedy_certificate:
    "renew the certificate where https ends, mostly at the reverse proxy, and look whether it is given out with its whole chain",
} as const;
