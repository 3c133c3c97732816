import type { PhraseBook } from './phrase-book.ts'

/** Reviews of places that sell or repair things. */
export const SHOP: PhraseBook = {
  good: {
    short: [
      'Lovely shop, lovely people.',
      'They had the {thing} nobody else had.',
      'Fast, fair and friendly.',
      '{staff} is the best!',
      'A real gem 💛',
      'Exactly the kind of store a street needs.',
    ],
    openings: [
      'I walked in for a {thing} and left with a smile and far too many other things.',
      'What a difference it makes when people know what they sell.',
      'We moved here in spring and this was the first shop that felt like home.',
      'Had an emergency on a Saturday, and {staff} stayed late to help.',
      'I have been a customer for eleven years.',
      'Ordered by phone, picked up the same afternoon.',
      'Took {companion} here, who had given up on finding the right {thing}.',
      'Everything about this place is thoughtful.',
    ],
    details: [
      '{staff} asked three good questions and then brought exactly the right {thing}.',
      'They told me honestly that I did not need the more expensive {other}.',
      'The {thing} was ready a day earlier than promised.',
      'They wrapped the {other} so nicely that I almost did not want to open it.',
      'Prices are about what you pay online, and here you get advice for free.',
      'The window display alone is worth a detour.',
      'They fixed in {minutes} minutes what another shop wanted to replace.',
      'When my {thing} turned out to be faulty they exchanged it without a receipt.',
      'Dogs are welcome, and there is a water bowl by the door.',
      'You can try everything, and nobody rushes you.',
      'They know regulars by name & remember what you bought.',
      '{staff} even called a week later to ask whether the {other} works.',
    ],
    closings: [
      'Support your local shops, folks.',
      'See you next month!',
      'I will never order a {thing} online again.',
      'Thank you, {staff}.',
      'Highly recommended.',
      'I tell everyone about it.',
    ],
  },
  fair: {
    short: ['Nice selection, a bit pricey.', 'Good, but hardly ever open when I am free.', 'Okay.'],
    openings: [
      'Beautiful store, small selection.',
      'My experience depends a lot on who is behind the counter.',
      'Good work in the end, but it took a while.',
      'I had to come back twice.',
    ],
    details: [
      'The {thing} I wanted had to be ordered and took three weeks instead of one.',
      '{staff} was helpful, the colleague before not so much.',
      'Prices for the {other} are above what I found elsewhere.',
      'Nobody answered the phone, so I drove there for nothing.',
      'The repair guard, although there is a scratch that was not there before.',
      'I waited {minutes} minutes while two people talked about their holidays.',
    ],
    closings: [
      'Fine, with some patience.',
      'I might come back for smaller things.',
      'Three stars for now.',
      'Opening hours on the door should match the ones online.',
    ],
  },
  poor: {
    short: ['Sadly not what it used to be.', 'Paid, waited, gave up.', 'Rude on the phone.'],
    openings: [
      'I left without a {thing} and without a good feeling.',
      'This was my second and last try.',
      'Disappointed after so many good reviews.',
      'I am writing this after a week of unanswered messages.',
    ],
    details: [
      'The {thing} broke after two days and I was told it must have been my fault.',
      'They quoted one price and charged another.',
      'After {minutes} minutes in an empty store nobody had said hello.',
      'A refund was promised three times. I am still waiting.',
      'The {other} was sold as new although it clearly had been used.',
      'Pick-up was agreed for Friday; on Friday nobody knew about it.',
    ],
    closings: [
      'I hope this helps others to decide.',
      'I will take my business elsewhere.',
      'An apology would have gone a long way.',
      'Shame.',
    ],
  },
}
