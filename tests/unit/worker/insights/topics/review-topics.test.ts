import { expect, test } from 'vitest'
import { WORDS } from '#tests/word-lists.ts'
import { readText } from '#worker/insights/text/read-text.ts'
import { scoreText } from '#worker/insights/text/text-opinion.ts'
import { topicsOf } from '#worker/insights/topics/review-topics.ts'
import { INDUSTRIES, type Industry } from '#worker/rules/kind-answers.ts'

/** `topic+`, `topic-` or `topic=` for each topic of a text, sorted. */
function topicsIn(text: string, industry: Industry, rating = 3): string[] {
  const read = readText(text, WORDS)
  const score = scoreText(read)
  const signs = { positive: '+', neutral: '=', negative: '-' }
  return topicsOf(read, { score, industry, rating })
    .map(({ topic, polarity }) => `${topic}${signs[polarity]}`)
    .sort()
}

test.each<[Industry, string, string[]]>([
  ['restaurant', 'The pasta was wonderful, but the waiter was rude.', ['food+', 'staff-']],
  [
    'hotel',
    'Lovely view and spotless bathroom, but the bed was uncomfortable.',
    ['cleanliness+', 'room+', 'sleep-'],
  ],
  ['retail', 'Great selection, but the refund was refused.', ['returns-', 'selection+']],
  ['clinic', 'The dentist was gentle, the receptionist was rude.', ['staff-', 'treatment+']],
  ['home_services', 'Excellent work, but they showed up late.', ['punctuality-', 'workmanship+']],
  ['automotive', 'Honest garage, the repair was excellent.', ['honesty+', 'workmanship+']],
  ['salon', 'My haircut is perfect and the salon was clean.', ['cleanliness+', 'styling+']],
  ['generic', 'Friendly staff. Parking is terrible.', ['parking-', 'staff+']],
])('a text about a %s business has its topics and polarities: %s', (industry, text, expected) => {
  expect(topicsIn(text, industry)).toEqual(expected)
})

test.each([
  ['Das Essen war hervorragend, aber der Kellner war unfreundlich.'],
  ['La cuisine est délicieuse, mais le serveur était désagréable.'],
  ['La comida estaba deliciosa, pero el camarero fue muy antipático.'],
  ['A comida estava ótima, mas o empregado foi grosseiro.'],
  ['La pizza era buonissima, ma il cameriere è stato scortese.'],
])('praise of one topic and complaint about another are told apart: %s', (text) => {
  expect(topicsIn(text, 'restaurant')).toEqual(['food+', 'staff-'])
})

test('a topic mentioned without an opinion takes its polarity from the stars', () => {
  expect(topicsIn('We had dinner here with the family on a Tuesday.', 'restaurant', 5)).toEqual(['food+'])
  expect(topicsIn('Two of us had the table at the window on Friday.', 'restaurant', 3)).toEqual(['premises='])
})

test.each([
  [5, 'A neighbour told us about it for years, and I am sorry we waited this long. Lovely soup.', ['food+']],
  [5, "I can't wait to come back!", []],
  [5, 'Worth the wait.', ['waiting+']],
  [5, 'We were at the door before noon, in line with the whole town.', ['waiting+']],
  [5, 'Great food, slow service.', ['food+', 'service+', 'waiting-']],
  [5, 'Overpriced for such small plates.', ['food+', 'price-']],
  [1, 'We had the soup and the fish.', ['food-']],
  [2, 'Friendly staff, terrible food.', ['food-', 'staff+']],
])('a review with %i stars has its topics and polarities: %s', (rating, text, expected) => {
  expect(topicsIn(text, 'restaurant', rating)).toEqual(expected)
})

test('an opinion on one topic is not applied to another', () => {
  expect(topicsIn('The slow rude waiter brought the fish.', 'restaurant', 4)).toEqual([
    'food+',
    'staff-',
    'waiting-',
  ])
})

test.each([
  'We met on a special occasion on the east side, of course.',
  'Not bad for fast food on the other side of town.',
])('words that only resemble a topic are ignored: %s', (text) => {
  expect(topicsIn(text, 'restaurant')).toEqual([])
})

test.each([
  ['The value was better than at any other inn on the coast.'],
  ['We found a good deal, and it’s cheap to stay a week.'],
  ['They charged extra for the towels, and there are fees for everything.'],
  ['Two nights here will not break the bank.'],
  ['A lot of bang for your buck.'],
  ['We were ripped off, it was daylight robbery.'],
  ['A steal on Mondays, when all of it is half off.'],
  ['I got my money’s worth.'],
  ['Das war uns zu teurer Nepp, ein Schnäppchen ist es nicht.'],
  ['Die teure Nacht war es nicht wert.'],
  ['On a trouvé une bonne affaire, et ce n’est pas donné dans le quartier.'],
  ['Es muy asequible, una ganga para lo que es.'],
  ['Ce n’était qu’un café, mais c’est pas donné.'],
  ['La cena fue un poco carilla.'],
  ['Das ist Wucher.'],
  ['Für das Hotel zahlt man Wucherpreise.'],
  ['Es gibt etwas für jeden Geldbeutel, und es schont den Geldbeutel.'],
  ['Foi uma pechincha, e o quarto era em conta para a época.'],
  ['È stata una fregatura, ma si può spendere poco da altri.'],
])('words for money are about the price: %s', (text) => {
  expect(topicsIn(text, 'hotel').map((topic) => topic.slice(0, -1))).toContain('price')
})

test.each([
  ['The owner took the cold soup off the bill.'],
  ['We waited for water, for bread or the check.'],
  ['A pizza after work fits the bill.'],
  ['The cooks share what is in the tip jar, and the tips are theirs.'],
  ['We will not tip them again.'],
  ['The tri tip was tender.'],
  ['We chose the prix fixe menu on Sunday.'],
  ['The wait was reasonable, and it was reasonably warm by the window.'],
  ['A reasonable portion and a hefty sandwich.'],
  ['We will spend more money elsewhere.'],
  ['Der Kuchen mit Preiselbeeren war gut, und das Café ist günstig gelegen.'],
  ['Uns wurden noch Getränke angeboten, und der Kuchen ist preisgekrönt.'],
  ['Une attente raisonnable, et mes chers amis ont aimé le repas.'],
  ['El camarero nos puso mala cara y no se dio cuenta de nada.'],
  ['La oferta gastronómica de la zona es amplia.'],
  ['Ils ne nous ont pas donné de menu.'],
  ['La dentista me puso una carilla, y otras carillas después.'],
  ['Ich hatte den Geldbeutel vergessen.'],
  ['Im Biergarten wächst wucherndes Unkraut.'],
  ['O empregado fez cara feia e não dá conta das mesas.'],
  ['Il cameriere non si è reso conto che eravamo cari amici.'],
])('words for money with another sense are not about the price: %s', (text) => {
  expect(topicsIn(text, 'restaurant').map((topic) => topic.slice(0, -1))).not.toContain('price')
})

test.each([
  ['The wait was reasonable.', 'restaurant', ['waiting+']],
  ['The owners are cheap.', 'restaurant', ['staff-']],
  ['We had a reasonable portion.', 'restaurant', ['food+']],
  ['Das Haus ist günstig gelegen.', 'hotel', ['location+']],
  ['It is a steal.', 'restaurant', ['price+']],
  ['They want an exorbitant fee and charge extra.', 'hotel', ['price-']],
] as const)(
  'an excluded phrase keeps its own topic, and a price its opinion: %s',
  (text, industry, expected) => {
    expect(topicsIn(text, industry)).toEqual(expected)
  },
)

test.each([
  ['There was a fly in my soup.', 'restaurant', ['cleanliness-']],
  ['I found a worm in my salad.', 'restaurant', ['cleanliness-']],
  ['There was an insect in our room.', 'hotel', ['cleanliness-']],
  ['They sold me a fly rod.', 'retail', []],
  ['She treated our puppy for worms.', 'clinic', []],
  ['They told us which insects live in the attic.', 'home_services', []],
] as const)(
  'an animal is a complaint about cleanliness only where it does not belong: %s',
  (text, industry, expected) => {
    expect(topicsIn(text, industry).filter((topic) => topic.startsWith('cleanliness'))).toEqual(expected)
  },
)

test.each([
  ['They sold me a fly rod.'],
  ['They told us which insects live in the attic.'],
  ['Im Biergarten wächst wucherndes Unkraut.'],
])('a word with another sense is no opinion: %s', (text) => {
  expect(scoreText(readText(text, WORDS)).positiveChance).toBeGreaterThan(0.4)
})

test('topics of other industries and texts in unsupported languages are ignored', () => {
  expect(topicsIn('The mattress was great.', 'restaurant')).toEqual([])
  expect(topicsIn('Obsługa była bardzo miła, a jedzenie pyszne', 'restaurant')).toEqual([])
})

test('each topic lists the positions of its mentions in the text', () => {
  const text = 'The waiter was kind. The wine list is long, and that waiter knows it.'
  const read = readText(text, WORDS)
  const score = scoreText(read)
  const [staff] = topicsOf(read, { score, industry: 'restaurant', rating: 5 })
  expect(staff?.spans.map(({ start, end }) => text.slice(start, end))).toEqual(['waiter', 'waiter'])
})

test.each(INDUSTRIES)('%s has at most a dozen topics, in every language', (industry) => {
  const texts = [
    'friendly staff, great price, very clean, my repair and my haircut and my room and my dinner were on time',
    'freundliches Personal, guter Preis, sehr sauber, die Reparatur und das Zimmer und das Essen waren pünktlich',
    "le personnel est aimable, bon prix, très propre, la réparation et la chambre et le repas étaient à l'heure",
    'el personal es amable, buen precio, muy limpio, la reparación y la habitación y la comida fueron puntuales',
    'o pessoal é simpático, bom preço, muito limpo, a reparação e o quarto e a comida foram pontuais',
    'il personale è gentile, buon prezzo, molto pulito, la riparazione e la camera e il cibo erano puntuali',
  ]
  for (const text of texts) {
    const topics = topicsIn(text, industry)
    expect(topics.length, text).toBeGreaterThanOrEqual(2)
    expect(topics.length).toBeLessThanOrEqual(12)
  }
})
