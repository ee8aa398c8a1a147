export const addresses = {
  error: "The private addresses could not be loaded",
  lead: "The server refuses to call addresses that are not on the public internet. What stands here it may call all the same, for every member of every project: to clone repositories, to send webhooks, and to have images fetched.",
  address: "Host, address or range",
  hint: "A host name such as git.corp.example, an address, or a range such as 10.0.0.0/8. As narrow as will do: whoever may import a library can reach it.",
  allow: "Allow",
  allowed: "{address} may be called now",
  none: "None: only the public internet is called.",
  operator: "the server's operator (UDT_OUTBOUND_ALLOW)",
  disallow: "Take back",
  ask: "Call {address} no longer?",
  ask_text: "Libraries and webhooks there stop working at once; their settings stay.",
  column: { address: "Address", by: "Allowed by", when: "Since", action: "Actions" },
};
