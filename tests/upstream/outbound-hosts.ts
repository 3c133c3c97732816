/**
 * Every host that the product may contact, as listed in its design. Written independently of the product's own rules,
 * so that a rule that is too wide is noticed.
 */
const HOSTS: readonly RegExp[] = [
  // Listings and the short links to them.
  /^((www|maps)\.)?google(\.[a-z]{2,3}){1,2}$/,
  /^(search\.google\.com|maps\.app\.goo\.gl|goo\.gl|g\.page|share\.google)$/,
  /^((www|m|[a-z]{2})\.)?yelp(\.[a-z]{2,3}){1,2}$/,
  /^yelp\.to$/,
  // Official sources.
  /^(mybusiness|mybusinessaccountmanagement|mybusinessbusinessinformation|places)\.googleapis\.com$/,
  /^(api\.yelp|graph\.facebook|api\.content\.tripadvisor)\.com$/,
  // Sign-in and connections.
  /^(accounts\.google|oauth2\.googleapis|www\.googleapis|appleid\.apple|www\.facebook)\.com$/,
  /^(api\.)?github\.com$/,
  // Push messages.
  /^fcm\.googleapis\.com$/,
  // Payments.
  /^(api|checkout|billing)\.stripe\.com$/,
  // Mails.
  /^api\.resend\.com$/,
  // Owners' webhook endpoints, which may be anywhere on the internet; this is the tests' one.
  /^receiver\.example\.com$/,
  // Documents of assistants, likewise.
  /^assistant\.example\.com$/,
]

/** @throws Error naming every host that isn't on the list */
export function requireKnownHosts(asked: Iterable<string>): void {
  const strange = [...asked].filter((host) => !HOSTS.some((known) => known.test(host)))
  if (strange.length > 0)
    throw new Error(`The product asked hosts that are not on the list: ${strange.join(', ')}`)
}
