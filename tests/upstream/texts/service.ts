import type { PhraseBook } from './phrase-book.ts'

/** Reviews of services done while you wait or within days. */
export const SERVICE: PhraseBook = {
  good: {
    short: [
      'In and out in {minutes} minutes. Perfect.',
      'Great {thing}, fair price.',
      '{staff} knows the craft.',
      'Always a pleasure.',
      'Best {thing} I have had in years!',
      'Honest people. That is rare.',
    ],
    openings: [
      'First time here and certainly not the last.',
      'I had tried three other places before I found this one.',
      'Came on a busy Saturday and still felt well looked after.',
      'My father has been a customer for ages; now I know why.',
      'Needed a {thing} at short notice before a trip.',
      'A tidy place with people who take pride in their work.',
      'Stopped by without an appointment, with {companion} in tow.',
      'I do not usually get excited about a {thing}, but here we are.',
    ],
    details: [
      '{staff} took the time to explain what was needed and what was not.',
      'The {thing} took {minutes} minutes, just as they had said.',
      'I asked for a {thing} and they talked me out of the expensive {other}. Respect.',
      'They noticed a small problem, fixed it and did not charge for it.',
      'The result looks better than new.',
      'There is good coffee while you wait, and an old radio that plays jazz.',
      'You pay what is written on the board, no surprises.',
      '{staff} remembered me from last time & asked about the family.',
      'They called when it was done, an hour earlier than promised.',
      'Even the corners that nobody looks at were done properly.',
    ],
    closings: [
      'I will be back for the {other}.',
      'Keep up the good work!',
      'Tell {staff} I said hi.',
      'Recommended without hesitation.',
      'Worth the short drive.',
      'Thank you!',
    ],
  },
  fair: {
    short: ['Okay, nothing special.', 'Good {thing}, long line.', 'Did the job.'],
    openings: [
      'The result is fine, the wait was not.',
      'It used to be a bit better.',
      'Depends on who serves you.',
      'Three stars because the {thing} itself was good.',
    ],
    details: [
      'I waited {minutes} minutes although I had booked.',
      'They missed a spot and fixed it after I pointed it out.',
      'Prices have gone up twice this year.',
      '{staff} does great work, the others are still learning.',
      'Card payment was not working, and the next cash machine is a walk away.',
      'For the {other} I have paid less elsewhere.',
    ],
    closings: [
      'Maybe on a weekday next time.',
      'I will give them another chance.',
      'Fine if you are not in a hurry.',
      'Good people, bad timing.',
    ],
  },
  poor: {
    short: ['Had to have it redone elsewhere.', 'No, thank you.', '{minutes} minutes for nothing.'],
    openings: [
      'I had to go somewhere else to have it fixed.',
      'Very different from what the other reviews promised.',
      'I gave them two chances.',
      'Not what I paid for.',
    ],
    details: [
      'The {thing} was done in a rush, and it shows.',
      'They found a scratch that "was there before". It was not.',
      'I was told one price on the phone and another at the counter.',
      'Three people came after me and were served before me.',
      'When I asked about it, I was told to read the sign.',
      'The appointment I had made was in nobody’s calendar.',
    ],
    closings: [
      'I expected more.',
      'Lesson learned.',
      'I hope they read this and do better.',
      'Two stars for the coffee.',
    ],
  },
}
