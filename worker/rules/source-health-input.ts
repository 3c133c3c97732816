import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'

export const SourcesInput = v.object({ businessId: BusinessKey })
export type SourcesInput = v.InferOutput<typeof SourcesInput>
