import { walk } from './support/walk.ts'

walk('new')
