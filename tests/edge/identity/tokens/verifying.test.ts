// The same cases with the cryptography of workerd, which differs from Node's.
import '#tests/unit/worker/identity/token.test.ts'
import '#tests/unit/worker/platform/jws/own-keys.test.ts'
import '#tests/unit/worker/identity/tokens/vectors.test.ts'
import '#tests/unit/worker/platform/jws/verification-key.test.ts'
