import { walk } from './support/walk.ts'

walk('parts-pro-3')
