import type { PhraseBook } from './phrase-book.ts'

/** Reviews of practices and salons: places where somebody takes care of you, or of your pet. */
export const CARE: PhraseBook = {
  good: {
    short: [
      'In good hands here.',
      'Gentle, punctual, clear. Thank you!',
      'Finally a place where I am not nervous.',
      '{staff} is wonderful.',
      'Could not be happier.',
    ],
    openings: [
      'I used to postpone every appointment. Not here.',
      'We came in a panic on a Friday evening and left calm.',
      'From the front desk to the treatment room: kind people everywhere.',
      'New patient here, and already convinced.',
      'Moved across town and still drive back to this practice.',
      'A friend recommended them, and I am grateful.',
      'I have been coming here since they opened.',
    ],
    details: [
      '{staff} explained every step of the {thing} before doing anything.',
      'The {thing} took {minutes} minutes, and I did not feel a thing.',
      'They showed me two options, with prices, and let me decide at home.',
      'No waiting: my appointment was at nine and I was in the chair at nine.',
      'They called the next morning to ask how I was doing.',
      '{staff} talked to my daughter, not over her head. She now wants to come back!',
      'The bill matched the estimate to the cent.',
      'Everything is clean, bright and quiet.',
      'They squeezed us in for an urgent {other} without hesitation.',
      'I appreciated the honest advice that the {other} could wait.',
    ],
    closings: [
      'Thank you to the entire team.',
      'I would not go anywhere else.',
      'Ask for {staff}.',
      'You can trust these people.',
      'See you in six months!',
    ],
  },
  fair: {
    short: ['Good treatment, long wait.', 'Fine, but hard to reach by phone.'],
    openings: [
      'Medically good, organisationally not so much.',
      'I am satisfied with the result, less with the way there.',
      'Friendly team, tight schedule.',
    ],
    details: [
      'I waited {minutes} minutes past my appointment.',
      '{staff} was great, but the {thing} felt rushed.',
      'Nobody told me in advance that the {other} costs extra.',
      'It took five calls to change an appointment.',
      'The waiting room could use more than four chairs.',
    ],
    closings: ['I will stay for now.', 'Bring a book.', 'With online booking this would be four stars.'],
  },
  poor: {
    short: ['Felt like a number.', 'Over an hour late, no apology.'],
    openings: [
      'I left in tears, to be honest.',
      'This visit shook my trust.',
      'I had heard so many good things.',
      'It started badly at the front desk.',
    ],
    details: [
      'I was sent home after {minutes} minutes because my booking had been lost.',
      'The {thing} had to be done a second time, and I was charged twice.',
      'My questions were answered with a sigh.',
      'Nobody called back about the results, although I asked three times.',
      'The bill for the {other} was nearly double the estimate.',
    ],
    closings: [
      'I have asked for my records.',
      'Please listen to your patients.',
      'I would have settled for an apology.',
      'I do not plan to return.',
    ],
  },
}
