import { newTokenKey } from './local/token-key.ts'

// Prints a new key for signing access tokens, and its public part; .dev.vars.example says where each goes.
const key = newTokenKey()
const { d: _, ...publicPart } = JSON.parse(key)
console.log(`TOKEN_PRIVATE_JWK=${key}`)
console.log(`TOKEN_NEXT_PUBLIC_JWK=${JSON.stringify(publicPart)}`)
