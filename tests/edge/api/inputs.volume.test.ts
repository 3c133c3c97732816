import { PROCEDURES } from '#tests/edge/support/procedures.ts'
import { testBrokenInputs } from './support/broken-inputs.ts'

testBrokenInputs(PROCEDURES)
