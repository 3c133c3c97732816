const LOCATION = /^accounts\/\d{1,30}\/locations\/\d{1,30}$/
const ACCOUNT = /^accounts\/\d{1,30}$/
const REVIEW = /^accounts\/\d{1,30}\/locations\/\d{1,30}\/reviews\/[A-Za-z0-9_-]{1,200}$/

/** True for `accounts/{account}/locations/{location}`, both numbers of up to 21 digits. */
export function isLocationName(name: string): boolean {
  return LOCATION.test(name)
}

/** True for `accounts/{account}`. */
export function isAccountName(name: string): boolean {
  return ACCOUNT.test(name)
}

/** True for the name of a review, which begins with that of its location. */
export function isReviewName(name: string): boolean {
  return REVIEW.test(name)
}

/** What a review is answered with. `locationName`: `PlaceRef.id` of this source. */
export function reviewNameOf(locationName: string, reviewId: string): string {
  return `${locationName}/reviews/${reviewId}`
}
