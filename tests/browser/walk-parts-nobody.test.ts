import { walk } from './support/walk.ts'

walk('parts-nobody')
