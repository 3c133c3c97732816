import { expect, test } from 'vitest'
import { isPublicAddress } from '#worker/platform/public-address.ts'
import { hasVectors, vectors } from '../rules/vectors.ts'

function isPublic(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && isPublicAddress(url)
}

test.each([
  'metadata.goog',
  'metadata.google.internal',
  'METADATA.GOOG',
  'metadata',
  'metadata.azure.com',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'api.metadata.cloud.ibm.com',
  'instance-data',
  'instance-data.ec2.internal',
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '192.0.0.192',
  '[fd00:ec2::254]',
  '[fe80::a9fe:a9fe]',
])('the cloud metadata host %s is not a public address', (host) => {
  expect(isPublic(`https://${host}/`)).toBe(false)
})

test.each([
  '127.0.0.1',
  '8.8.8.8',
  '2130706433',
  '0x7f.1',
  '[::1]',
  '[2606:4700::1111]',
  'localhost',
  'app.localhost',
  'printer.local',
  'kubernetes.default.svc',
  'x.svc.cluster.local',
  'router.lan',
  'intranet',
  '1.0.0.10.in-addr.arpa',
  '127.0.0.1.nip.io',
  'vcap.me',
  'app.lacolhost.com',
  '10-0-0-1.sslip.io',
  'localtest.me',
  'name.test',
  'example.com.',
  'metadata.goog.',
])('%s is not a public host name', (host) => {
  expect(isPublic(`https://${host}/`)).toBe(false)
})

test.each([
  'http://example.com/',
  'https://example.com:444/',
  'https://user@example.com/',
  'ftp://example.com/',
])('%s is refused', (address) => {
  expect(isPublic(address)).toBe(false)
})

test.each([
  'www.google.com',
  'maps.app.goo.gl',
  'mybusiness.googleapis.com',
  'appleid.apple.com',
  'graph.facebook.com',
  'evil-localhost.com',
  'localhost.attacker.com',
  'metadata-of-music.com',
])('%s is a public host name', (host) => {
  expect(isPublic(`https://${host}/`)).toBe(true)
})

/** Public hosts whose URLs contain another address in the query, which is never requested. */
const PUBLIC_NAMES = ['307.r3dir.me', 'example.com']

test.runIf(hasVectors('ssrf_urls.json'))(
  'no collected URL that leads to an internal host counts as public',
  () => {
    const payloads = vectors<{ payload: string }>('ssrf_urls.json').map(({ payload }) => payload)
    expect(payloads.length).toBeGreaterThan(0)
    for (const payload of payloads) {
      // Tested with https too, so that not only the scheme keeps them out.
      const address = payload.replace(/^http:/, 'https:')
      const isNamed = PUBLIC_NAMES.includes(URL.parse(address)?.hostname ?? '')
      expect([payload, isPublic(address)]).toEqual([payload, isNamed])
    }
  },
)

test.runIf(hasVectors('ip_classes.json'))(
  'no collected IP literal counts as public, whatever its class',
  () => {
    const hosts = vectors<{ host: string; public: boolean }>('ip_classes.json')
    expect(hosts.length).toBeGreaterThan(0)
    for (const { host, public: isOpen } of hosts) {
      const isName = isOpen && /\.[a-z]+$/.test(host)
      for (const written of [host, `[${host}]`]) {
        expect([written, isPublic(`https://${written}/`)]).toEqual([written, isName && written === host])
      }
    }
  },
)
