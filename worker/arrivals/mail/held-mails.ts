/** Who has not decided by then does not miss it. */
export const HELD_DAYS = 30
