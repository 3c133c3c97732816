import type { Topic } from '#worker/rules/review-features.ts'

/** Our topics for each category of a collection. */
export type Subjects = Readonly<Record<string, readonly Topic[]>>

/** Without MAMS's category miscellaneous. */
export const MAMS_TOPICS: Subjects = {
  staff: ['staff'],
  service: ['service', 'waiting'],
  food: ['food', 'drinks'],
  menu: ['menu'],
  price: ['price'],
  ambience: ['atmosphere'],
  place: ['premises'],
}

/** Without SemEval 2016's categories for the restaurant in general and miscellaneous. */
export const REST16_TOPICS: Subjects = {
  'food quality': ['food', 'drinks'],
  'food style_options': ['menu'],
  'drinks quality': ['food', 'drinks'],
  'service general': ['staff', 'service', 'waiting'],
  'ambience general': ['atmosphere', 'premises'],
  'food prices': ['price'],
  'drinks prices': ['price'],
  'restaurant prices': ['price'],
  'location general': ['location', 'parking'],
}

/** Our subject for each category. The prices of food and drinks, for example, are one subject. */
export const REST16_SUBJECTS: Readonly<Record<string, string>> = {
  'food quality': 'food',
  'food style_options': 'menu',
  'drinks quality': 'food',
  'drinks style_options': 'menu',
  'service general': 'service',
  'ambience general': 'ambience',
  'food prices': 'price',
  'drinks prices': 'price',
  'restaurant prices': 'price',
  'location general': 'location',
  'restaurant general': 'general',
  'restaurant miscellaneous': 'general',
}

export const COMPLAINT_TOPICS: Subjects = {
  RudeService: ['staff'],
  SlowService: ['waiting'],
  OrderProblem: ['order'],
  MissingFood: ['order'],
  BadFood: ['food'],
  Filthy: ['cleanliness'],
  Cost: ['price'],
  ScaryMcDs: ['safety'],
}
