import { type ClientNetwork, clientNetwork } from '#worker/platform/client-network.ts'

let number = 0

/** An address in a network that nobody has called from yet. */
export function newAddress(): string {
  number += 1
  return `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`
}

/** What the product makes of an address that the platform names. */
export function networkOf(address: string): ClientNetwork {
  return clientNetwork(new Request('http://localhost', { headers: { 'cf-connecting-ip': address } }))
}
