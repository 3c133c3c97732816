/** Endings of host names that aren't public: single machines, networks, clusters, and reserved names. */
const INNER_ENDINGS =
  /\.(local|localhost|localdomain|internal|intranet|private|corp|lan|home|svc|arpa|onion|alt|test|example|invalid)$/

/**
 * Metadata services, which give cloud machines their secrets: `metadata.goog`, `metadata.azure.com`,
 * `instance-data.ec2.internal`.
 */
const METADATA_NAMES = /(^|\.)(metadata|instance-data)\./

/** DNS services that resolve to an address written in the name, such as `127.0.0.1.nip.io`, or to the local machine. */
const WRITTEN_ADDRESSES =
  /(^|\.)(nip\.io|sslip\.io|xip\.io|traefik\.me|backname\.io|1u\.ms|rbndr\.us|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|fuf\.me|42foo\.com|yoogle\.com|loopback\.world)$/

/** True for an https URL without user name, password or port. */
export function isPlainHttps({ protocol, username, password, port }: URL): boolean {
  return protocol === 'https:' && username === '' && password === '' && port === ''
}

/**
 * Second line of defense behind the address rules of outbound requests: plain https and a dotted public name. No
 * literal IP address passes, because a name has to end in letters.
 */
export function isPublicAddress(url: URL): boolean {
  const host = url.hostname
  return (
    isPlainHttps(url) &&
    /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(host) &&
    !INNER_ENDINGS.test(host) &&
    !METADATA_NAMES.test(host) &&
    !WRITTEN_ADDRESSES.test(host)
  )
}
