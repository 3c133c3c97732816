interface OperationText {
  tag: 'Businesses' | 'Reviews' | 'Responses' | 'Asks' | 'Statistics' | 'Collection runs'
  summary: string
  description?: string
}

const TEXTS: Record<string, OperationText> = {
  listBusinesses: {
    tag: 'Businesses',
    summary: 'List your businesses',
  },
  createBusiness: {
    tag: 'Businesses',
    summary: 'Add a business',
  },
  getBusiness: {
    tag: 'Businesses',
    summary: 'Read a business',
  },
  updateBusiness: {
    tag: 'Businesses',
    summary: 'Change a business',
    description: 'A field that is left out stays as it is; an empty one is cleared.',
  },
  deleteBusiness: {
    tag: 'Businesses',
    summary: 'Delete a business with its reviews',
  },
  listReviews: {
    tag: 'Reviews',
    summary: 'List reviews',
    description:
      'Reviews within your plan’s history, including removed ones unless visibility says otherwise.',
  },
  pushReviews: {
    tag: 'Reviews',
    summary: 'Add up to 100 reviews',
    description:
      'Either all are added or none, and members get alerts about recent ones. Repeating a request with its Idempotency-Key within a day returns the first answer.',
  },
  getReview: {
    tag: 'Reviews',
    summary: 'Read a review with its earlier versions',
  },
  listPlatforms: {
    tag: 'Reviews',
    summary: 'List the platforms you have added',
    description:
      'List the reviews on a platform by its id. Google, Yelp, Facebook and TripAdvisor are always there.',
  },
  listTags: {
    tag: 'Reviews',
    summary: 'List your tags',
    description: 'List the reviews with a tag by its id.',
  },
  tagReviews: {
    tag: 'Reviews',
    summary: 'Add a tag to up to 100 reviews, or remove it from them',
    description: 'With isOn false it is removed. Repeating a request changes nothing.',
  },
  createResponse: {
    tag: 'Responses',
    summary: 'Answer a review',
    description:
      'It is posted to the platform if that is connected. With asSuggested, it is refused unless its text is still the open suggestion for the review.',
  },
  listResponses: {
    tag: 'Responses',
    summary: 'List the responses of a business',
  },
  updateResponse: {
    tag: 'Responses',
    summary: 'Change a response',
    description:
      'With insteadOf, the text that you have read, the change is refused if somebody has changed it since.',
  },
  deleteResponse: {
    tag: 'Responses',
    summary: 'Delete a response',
  },
  listAsks: {
    tag: 'Asks',
    summary: 'List who was asked for a review, and how',
  },
  ask: {
    tag: 'Asks',
    summary: 'Ask people for a review by e-mail',
    description:
      'Ask everyone, whatever you expect them to write. Each person gets one e-mail in 90 days at most, and none after they refuse.',
  },
  getStatistics: {
    tag: 'Statistics',
    summary: 'Read the statistics of your plan’s history',
  },
  listRuns: {
    tag: 'Collection runs',
    summary: 'List collection runs',
  },
  startRuns: {
    tag: 'Collection runs',
    summary: 'Collect the reviews of a business',
    description: 'Returns at once; check the runs until they have ended.',
  },
  getRun: {
    tag: 'Collection runs',
    summary: 'Read a collection run',
  },
  cancelRun: {
    tag: 'Collection runs',
    summary: 'Cancel a collection run',
  },
}

/** @throws Error if an operation has no description */
export function textOf(id: string): OperationText {
  const text = TEXTS[id]
  if (!text) throw new Error(`The operation ${id} has no text in http/description/openapi.ts.`)
  return text
}
