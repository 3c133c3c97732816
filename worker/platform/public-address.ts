/** Ends of names that no public server has: of single machines, of networks and clusters, and those set aside for other uses. */
const INNER_ENDINGS =
  /\.(local|localhost|localdomain|internal|intranet|private|corp|lan|home|svc|arpa|onion|alt|test|example|invalid)$/

/** Where a cloud tells its machines their own secrets: `metadata.goog`, `metadata.azure.com`, `instance-data.ec2.internal`. */
const METADATA_NAMES = /(^|\.)(metadata|instance-data)\./

/** Services whose names lead to whatever address is written into them, `127.0.0.1.nip.io`, or to the machine itself. */
const WRITTEN_ADDRESSES =
  /(^|\.)(nip\.io|sslip\.io|xip\.io|traefik\.me|backname\.io|1u\.ms|rbndr\.us|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|fuf\.me|42foo\.com|yoogle\.com|loopback\.world)$/

/** True for an https address without user name, password or port. */
export function isPlainHttps({ protocol, username, password, port }: URL): boolean {
  return protocol === 'https:' && username === '' && password === '' && port === ''
}

/**
 * The second net under the address rules of outbound requests: plain https and a dotted public name. No literal address
 * passes, whatever its class, because a name has to end in letters.
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
