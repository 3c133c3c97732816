import { expect, test } from 'vitest'
import { clientNetwork } from '#worker/platform/client-network.ts'

function networkFrom(headers: Record<string, string>, cf?: object) {
  return clientNetwork(Object.assign(new Request('https://own.test', { headers }), { cf }))
}

test.each([
  ['203.0.113.77', '203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', '2001:db8:1:x'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::', '2001:db8:1:x'],
  ['2001:db8::', '2001:db8:0:0::', '2001:db8:0:x'],
  ['::1', '0:0:0:0::', '0:0:0:x'],
])('%s counts as %s and is shown as %s', (address, prefix, shown) => {
  expect(networkFrom({ 'cf-connecting-ip': address })).toEqual({ prefix, shown, place: '' })
})

test.each([
  '',
  'x',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '01.2.3.4',
  '1.2.3.4, 5.6.7.8',
  ':::',
  '1:2:3',
  '1::2::3',
  'g::1',
  '1:2:3:4:5:6:7:8:9',
  '12345::',
])('all requests with an invalid address such as %j share one bucket', (address) => {
  expect(networkFrom({ 'cf-connecting-ip': address })).toEqual({ prefix: 'unknown', shown: '', place: '' })
})

test('headers that a client can set are ignored', () => {
  const headers = {
    'x-forwarded-for': '203.0.113.77',
    'x-real-ip': '203.0.113.77',
    forwarded: 'for=203.0.113.77',
  }
  expect(networkFrom(headers).prefix).toBe('unknown')
  expect(networkFrom({ 'cf-ipcountry': 'DE' }).place).toBe('')
})

test('the country is taken from the platform if it is a valid code', () => {
  expect(networkFrom({}, { country: 'DE' }).place).toBe('DE')
  for (const country of ['', 'de', 'T1', 'DEU', 5, null]) expect(networkFrom({}, { country }).place).toBe('')
})
