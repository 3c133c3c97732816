import type { Topic } from '#worker/rules/review-features.ts'

/** Which of our topics a category of a collection is. */
export type Subjects = Readonly<Record<string, readonly Topic[]>>

/** What MAMS calls miscellaneous is none. */
export const MAMS_TOPICS: Subjects = {
  staff: ['staff'],
  service: ['service', 'waiting'],
  food: ['food', 'drinks'],
  menu: ['menu'],
  price: ['price'],
  ambience: ['atmosphere'],
  place: ['premises'],
}

/** What SemEval 2016 calls the restaurant in general, or miscellaneous, is none. */
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

/** Whose price and which drink is one subject to us. */
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
