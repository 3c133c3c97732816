import { OVERLAY_MOMENTS } from './no-connection/overlays.ts'
import { testMoments } from './no-connection/test-moments.ts'

testMoments(OVERLAY_MOMENTS, 'others')
