import { walk } from './support/walk.ts'

walk('parts-ai-insights')
