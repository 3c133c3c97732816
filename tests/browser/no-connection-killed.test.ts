import { testMoments } from './no-connection/test-moments.ts'
import { WRITING } from './no-connection/writing.ts'

testMoments(WRITING, 'representatives', ['with the server killed'])
