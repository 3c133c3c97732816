import * as v from 'valibot'
import { type BusinessChoice, BusinessKey } from './businesses.ts'
import { utcDay } from './durations.ts'
import { nameString, RangeStart, uuid } from './fields.ts'
import type { Finding, LocationlessFinding } from './findings.ts'
import { TOPICS, type Topic } from './review-features.ts'

/** Limit per organization. */
export const MAX_ACTIONS = 200
export const MAX_ACTION_NAME_CHARS = 60
/** UTC */
export const EARLIEST_ACTION = '2000-01-01'
export const MAX_PLANNED_DAYS = 366

export interface MarkedAction {
  id: string
  /** UTC. */
  day: string
  name: string
  /** The topic that the action should improve; null if it should improve the rating. */
  topic: Topic | null
  /** Null for all businesses. */
  businessId: string | null
}

export interface ActionView extends MarkedAction {
  /** Findings about the effects of the action, one per business; none for old actions. */
  results: Finding[]
  /**
   * Combined effect of the action across all businesses. Null for an action at one business, for old or planned
   * actions, and if the reviews don't allow a comparison.
   */
  together: LocationlessFinding | null
}

export interface ActionsView {
  businesses: BusinessChoice[]
  /** Topics of the businesses' industries. */
  topics: Topic[]
  /** Newest first. */
  actions: ActionView[]
  mayEdit: boolean
  /** False for members who see only some locations: they can't change actions that apply to all locations. */
  mayEditAll: boolean
}

export type ActionMark = Pick<MarkedAction, 'id' | 'day' | 'name'>

const ACTION_ENTRIES = {
  name: nameString(MAX_ACTION_NAME_CHARS, 'Name', 'Say what you did, for example “New chef”.'),
  /** YYYY-MM-DD. */
  day: v.pipe(
    RangeStart,
    v.transform((time) => utcDay(time)),
  ),
  topic: v.optional(v.nullable(v.picklist(TOPICS, 'Choose a topic.')), null),
  businessId: v.optional(v.nullable(BusinessKey), null),
}

const ActionKey = uuid('Unknown action.')

export const MarkActionInput = v.object(ACTION_ENTRIES)
export type MarkActionInput = v.InferOutput<typeof MarkActionInput>

export const ChangeActionInput = v.object({ id: ActionKey, ...ACTION_ENTRIES })
export type ChangeActionInput = v.InferOutput<typeof ChangeActionInput>

export const ActionId = v.object({ id: ActionKey })
export type ActionId = v.InferOutput<typeof ActionId>
