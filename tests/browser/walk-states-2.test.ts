import { walk } from './support/walk.ts'

walk('states-2')
