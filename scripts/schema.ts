import { parseArgs } from 'node:util'
import { writeBaselineTriggers, writeSchema } from './local/store-schema.ts'

// Writes the files derived from the migrations; with --triggers also the baseline's triggers, from db/triggers.
const { values } = parseArgs({ options: { triggers: { type: 'boolean', default: false } } })
if (values.triggers) writeBaselineTriggers()
writeSchema()
