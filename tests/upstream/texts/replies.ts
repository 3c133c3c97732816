import type { Random } from '../random.ts'
import { type Mood, moodOf } from './phrase-book.ts'

const BODIES: Record<Mood, readonly string[]> = {
  good: [
    'Thank you so much for these kind words! I read them out to the team this morning, and there were some big smiles.',
    'What a lovely review, thank you for taking the time. We hope to see you again soon.',
    'You made our day. Next time please say hello in person!',
    'Thank you! {staff} was very happy to hear this.',
    'It means a lot to a small business like ours. See you next time!',
  ],
  fair: [
    'Thank you for the honest feedback. You are right about the wait, and we have added another pair of hands at busy hours.',
    'Thanks for coming by. We know that we can do better than three stars and hope for another chance.',
    'We appreciate that you told us. I have talked it over with the team, and we changed two things already.',
  ],
  poor: [
    'I am sorry that your visit went this way. This is not how we want to treat anybody.\n\nPlease write to us so that we can make it right.',
    'Thank you for being frank. I looked into it, and you are right: we made a mistake that day. I apologise.',
    'We are sorry to hear this. I would like to understand what happened. Could you call me directly?\n\nYour message reaches me at the front desk on every weekday.',
  ],
}

/** Replies to a rating without text. */
const TO_STARS: Record<Mood, readonly string[]> = {
  good: [
    'Thank you for the stars! We hope to see you again soon.',
    'Thanks for stopping by and for the rating!',
  ],
  fair: ['Thank you for your rating. What would have made it a four? We would love to know.'],
  poor: ['We are sorry to see this. Please tell us what went wrong so that we can do better.'],
}

/** An owner's reply, which sometimes greets the reviewer and is signed with a first name. */
export function ownerReply(
  random: Random,
  rating: number,
  hasText: boolean,
  reviewer: string,
  staff: readonly string[],
): string {
  const signature = random.pick(staff)
  const colleagues = staff.filter((name) => name !== signature)
  const body = random.pick((hasText ? BODIES : TO_STARS)[moodOf(rating)])
  const greeting = random.chance(0.6) ? `Dear ${reviewer.split(' ')[0] ?? reviewer},\n` : ''
  const praised = colleagues.length > 0 ? random.pick(colleagues) : 'The team'
  return `${greeting}${body.replaceAll('{staff}', praised)}\n– ${signature}`
}
