/** What somebody reads who may only read, where there is nothing yet. */
export const NOT_ADDED_YET =
  'Nobody has added a business yet. Your role can read reviews; an owner, admin or member adds the first business.'
