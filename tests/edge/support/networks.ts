import { type ClientNetwork, clientNetwork } from '#worker/platform/client-network.ts'

let number = 0

/** An address in a network without any earlier call. */
export function newAddress(): string {
  number += 1
  return `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`
}

/** The product's key for an address reported by the platform. */
export function networkOf(address: string): ClientNetwork {
  return clientNetwork(new Request('http://localhost', { headers: { 'cf-connecting-ip': address } }))
}
