import { walk } from './support/walk.ts'

walk('pro-5')
