import { SCREENS } from './no-connection/screens.ts'
import { testMoments } from './no-connection/test-moments.ts'

testMoments(SCREENS, 'others')
