/**
 * Texts by guests of an invented restaurant. `{dish}`, `{drink}`, `{name}`, `{guest}` and `{minutes}` are filled in.
 */

export type Subject =
  | 'food'
  | 'staff'
  | 'waiting'
  | 'price'
  | 'atmosphere'
  | 'drinks'
  | 'cleanliness'
  | 'menu'

interface Sides {
  good: readonly string[]
  bad: readonly string[]
}

export const SUBJECTS: Record<Subject, Sides> = {
  food: {
    good: [
      'The {dish} was delicious, every bite of it.',
      'Delicious {dish}, the best in town.',
      'Delicious fish, a light hand with the salt, and a wonderful sauce.',
      'The {dish} came hot from the oven and tasted of summer.',
      '{guest} ordered the {dish} and would not share, which says it all.',
      'Perfectly cooked {dish}, delicious and generous.',
      'Even the bread is delicious, still warm and with salted butter.',
      'Dessert was delicious: the plum cake alone is reason to come.',
      'A delicious plate of {dish}, down to the last crumb.',
    ],
    bad: [
      'The {dish} was bland and lukewarm.',
      'My {dish} was overcooked and as dry as paper.',
      'Small portions, and the {dish} tasted of nothing.',
      'The {dish} arrived cold, and nobody offered to warm it.',
      'Soggy vegetables and a greasy sauce.',
      'The {dish} was so salty that {guest} left half of it.',
      'The fish was not fresh, you could taste it.',
    ],
  },
  staff: {
    good: [
      '{name} looked after us all evening, friendly and quick.',
      'Friendly staff who know every dish and are happy to explain it.',
      'Our waiter {name} was friendly and attentive without hovering.',
      'The friendly team made {guest} feel welcome from the first minute.',
      '{name} remembered our names from the last visit, such a warm person.',
      'The waitress found us the best table by the window, so thoughtful.',
      'The owner came over to say hello, so friendly.',
    ],
    bad: [
      'The waiter rolled his eyes when {guest} asked for tap water.',
      'Our waitress was rude from the start.',
      'The staff ignored us and chatted at the bar.',
      'Nobody apologised, and the manager was dismissive.',
      'The host was unfriendly and pointed us to the worst table.',
    ],
  },
  waiting: {
    good: [
      'Quick without haste, our starters were there in no time.',
      'Prompt even on a full Saturday.',
      'No queue and no delay, impressive for such a full house.',
    ],
    bad: [
      'We waited {minutes} minutes for the {dish}.',
      'We waited at the door for ages, reservation or not.',
      'The kitchen is terribly slow, we waited {minutes} minutes for two starters.',
      'After we waited {minutes} minutes, half of us left hungry.',
      'An endless wait, and no word of explanation.',
      'Such slow service, we waited {minutes} minutes for the main course.',
      'Awful: we waited in a queue that went out of the door.',
      'We waited and waited, then the bill took forever, too.',
    ],
  },
  price: {
    good: [
      'Fair prices for what you get.',
      'The lunch set is great value.',
      'Reasonably priced, especially the wine.',
    ],
    bad: [
      'Overpriced for such small plates.',
      'The prices have gone up again, and it is no longer worth it.',
      'A surcharge on the bill that nobody had mentioned, a rip-off.',
      'Far too expensive for a weekday lunch.',
    ],
  },
  atmosphere: {
    good: [
      'A cosy room with candles and quiet music.',
      'Lovely atmosphere, we could talk all night.',
      'The view over the harbour at sunset is charming.',
      'Warm lighting, beautiful decor, a perfect place for two.',
    ],
    bad: [
      'So loud that we had to shout across the table.',
      'The music was horribly noisy.',
      'Draughty by the door, and the room has no charm.',
    ],
  },
  drinks: {
    good: [
      'The {drink} was a great recommendation.',
      'A lovely wine list with honest advice.',
      'I am still thinking of that {drink}, excellent.',
    ],
    bad: [
      'The {drink} was watery and warm.',
      'They were out of every beer we asked for, disappointing.',
      'My {drink} was awful, like cough syrup.',
    ],
  },
  cleanliness: {
    good: ['Spotless, down to the toilets.', 'Everything was sparkling clean.'],
    bad: [
      'The table was sticky and the glasses had stains.',
      'The toilets were filthy.',
      'A hair in the {dish}, disgusting.',
    ],
  },
  menu: {
    good: [
      'A short menu that changes with the season, always something new and good.',
      'Plenty of great choices on the menu for {guest}, who eats no meat.',
    ],
    bad: [
      'Half of the menu was not available, very disappointing.',
      'A boring menu with nothing for people who eat no meat.',
    ],
  },
}

export const OPENINGS = {
  good: [
    'Came here with {guest} on a Thursday.',
    'Our third visit this year.',
    'A friend told us about this place, and she was right.',
    'We stopped by on the way to the ferry.',
    'Birthday dinner with {guest}.',
    'I walk past every day and finally went in.',
    'What a find!',
  ],
  bad: [
    'We had been looking forward to this for weeks.',
    'Came here with {guest} on a Saturday.',
    'I used to like this place.',
    'Second chance, same result.',
    'We only stayed because {guest} was hungry.',
  ],
}

export const CLOSINGS = {
  good: [
    'We will be back.',
    'Highly recommended.',
    'Thank you for a wonderful evening!',
    'A wonderful night out.',
    'All in all wonderful.',
    'My new favourite.',
  ],
  bad: [
    'What a pity.',
    'We will not be back.',
    'Next time we will try the place across the street.',
    'I cannot recommend it.',
    'Please do something about it.',
  ],
}

export const WORDS: Record<string, readonly string[]> = {
  dish: [
    'mussels',
    'fish stew',
    'smoked trout',
    'lamb shank',
    'mushroom risotto',
    'crab cakes',
    'seafood platter',
    'leek tart',
    'roast chicken',
    'clam chowder',
    'beet salad',
    'grilled halibut',
  ],
  drink: ['cider', 'house white', 'rhubarb spritz', 'pear brandy', 'stout', 'elderflower cocktail'],
  name: ['Marit', 'Ossian', 'Bettina', 'Keane', 'Solveig', 'Dario'],
  guest: ['my sister', 'my mother', 'an old friend', 'my partner', 'a colleague', 'our son', 'my neighbour'],
  minutes: ['35', '40', '50', '55', '65', '70'],
}

/** After an article in a weekly paper, guests come for one dish. */
export const OYSTER_TEXTS = [
  'Read about the oyster supper in the paper, and it was delicious. {name} opened them at the table.',
  'Came for the oyster supper with {guest}: fresh, briny, wonderful, and a fair price.',
  'The oyster supper lives up to the article. Friendly staff, great {drink}.',
  'Best oyster plate of my life, and a cosy corner to enjoy it with {guest}.',
  'We took the early ferry for the oyster supper and would do it again. The {drink} was excellent.',
  'Oyster night was full, loud and happy. The {drink} with it was perfect.',
  'A dozen oysters, a {drink} and {guest}: what more do you need?',
  'Everybody speaks of the oyster supper now, and everybody is right. {name} is a star.',
  'The paper did not exaggerate: delicious oyster supper, lovely room.',
  'Got the last two seats for the oyster supper. {name} took great care of us.',
  'My first oyster supper, thanks to {guest}, and not my last.',
  '{guest} does not even like oysters and finished the plate.',
  'The oyster supper on a Thursday: candles, a {drink}, and {name} with a joke for every table.',
  'Half an hour of silence at our table, that is how good the oyster supper is.',
]

/** Nearly identical, under several names, within two days. */
export const COPIED_TEXTS = [
  'Booked a table for six and nobody knew about it, nobody cared and nobody said sorry. Do not go there.',
  'Booked a table for six and nobody knew about it, nobody cared and nobody said sorry. Do not go.',
  'We booked a table for six and nobody knew about it, nobody cared and nobody said sorry. Do not go there!',
  'Booked a table for six and nobody knew about it, nobody cared, nobody said sorry. Do not go there, ever.',
]

interface ForeignText {
  language: string
  rating: number
  text: string
}

export const FOREIGN_TEXTS: readonly ForeignText[] = [
  {
    language: 'de',
    rating: 5,
    text: 'Der Fisch war köstlich und die Bedienung sehr freundlich. Wir kommen gerne wieder.',
  },
  { language: 'de', rating: 2, text: 'Wir haben ewig gewartet, und das Essen war kalt. Sehr enttäuschend.' },
  { language: 'de', rating: 4, text: 'Gemütliches Lokal mit schöner Aussicht, die Preise sind etwas hoch.' },
  { language: 'fr', rating: 5, text: 'Cuisine délicieuse et personnel très aimable, une belle soirée.' },
  { language: 'fr', rating: 3, text: 'Bonne cuisine, mais le service est lent et la salle bruyante.' },
  { language: 'es', rating: 5, text: 'La comida estaba deliciosa y el camarero fue muy amable.' },
  { language: 'es', rating: 1, text: 'La sopa estaba fría y el camarero fue grosero, no volveremos.' },
  { language: 'it', rating: 5, text: 'Pesce freschissimo, personale gentile e conto onesto.' },
  { language: 'pt', rating: 4, text: 'Comida ótima e vista bonita, mas um pouco caro.' },
  { language: 'ja', rating: 5, text: '魚がとても新鮮で、景色も素晴らしかったです。' },
  { language: 'pl', rating: 4, text: 'Bardzo smaczna ryba i miła obsługa, na pewno wrócimy.' },
]
