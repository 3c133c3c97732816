import { walk } from './support/walk.ts'

walk('overlays-5')
