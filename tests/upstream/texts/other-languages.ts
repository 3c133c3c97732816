import type { Random } from '../random.ts'
import { type Mood, moodOf } from './phrase-book.ts'

/** A sentence and its machine translation. */
type Pair = readonly [original: string, english: string]

export interface ForeignReview {
  text: string
  translation: string
}

/** Names of languages as Google writes them for an English reader. */
export const LANGUAGE_NAMES = {
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  el: 'Greek',
  'zh-Hant': 'Chinese (Traditional)',
  ar: 'Arabic',
} as const
export type ForeignLanguage = keyof typeof LANGUAGE_NAMES
export const FOREIGN_LANGUAGES = Object.keys(LANGUAGE_NAMES) as ForeignLanguage[]

export function isForeign(language: string | null): language is ForeignLanguage {
  return language !== null && language in LANGUAGE_NAMES
}

const SENTENCES: Record<ForeignLanguage, Record<Mood, readonly Pair[]>> = {
  de: {
    good: [
      [
        'Der Oktopus war butterweich, und der Hauswein passt wunderbar dazu.',
        'The octopus was tender as butter, and the house wine goes wonderfully with it.',
      ],
      [
        'Wir wurden so herzlich empfangen, als wären wir Stammgäste.',
        'We were welcomed as warmly as if we were regulars.',
      ],
      [
        'Schöne Terrasse mit Blick auf den Hafen – unbedingt reservieren!',
        'Beautiful terrace with a view of the harbor – be sure to reserve!',
      ],
      [
        'Für die Kinder gab es sogar eine kleine Portion, die nicht auf der Karte steht.',
        'For the children there was even a small portion that is not on the menu.',
      ],
      ['Größe, Qualität und Preis stimmen einfach.', 'Size, quality and price are simply right.'],
    ],
    fair: [
      [
        'Das Essen war gut, aber wir haben fast eine Stunde gewartet.',
        'The food was good, but we waited almost an hour.',
      ],
      ['Die Vorspeisen waren besser als das Hauptgericht.', 'The starters were better than the main course.'],
    ],
    poor: [
      [
        'Leider war der Fisch trocken und die Bedienung überfordert.',
        'Unfortunately the fish was dry and the service overwhelmed.',
      ],
      ['Für diesen Preis hätte ich mehr erwartet.', 'I would have expected more for this price.'],
    ],
  },
  es: {
    good: [
      [
        '¡Qué sitio tan bonito! El pulpo estaba en su punto.',
        'What a lovely place! The octopus was just right.',
      ],
      [
        'El camarero nos recomendó el plato del día y acertó de lleno.',
        'The waiter recommended the dish of the day and was spot on.',
      ],
      ['Volveremos seguro con los abuelos.', 'We will certainly come back with the grandparents.'],
      ['Raciones generosas y precios muy razonables.', 'Generous portions and very reasonable prices.'],
      ['Mi niña todavía habla de la tarta de miel.', 'My little girl still talks about the honey cake.'],
    ],
    fair: [
      ['La comida bien, el servicio un poco lento.', 'The food was good, the service a little slow.'],
      [
        'Está bien, pero me esperaba algo más por las reseñas.',
        'It is fine, but I expected more from the reviews.',
      ],
    ],
    poor: [
      ['Tardaron cuarenta minutos en traer el agua.', 'They took forty minutes to bring the water.'],
      [
        'Nos cobraron un plato que nunca llegó y nadie pidió disculpas.',
        'They charged us for a dish that never came and nobody apologized.',
      ],
    ],
  },
  fr: {
    good: [
      ['Une adresse chaleureuse, on s’y sent comme à la maison.', 'A warm place, you feel at home there.'],
      [
        'Le poulpe grillé est à tomber, et le service est aux petits soins.',
        'The grilled octopus is to die for, and the service is attentive.',
      ],
      ['Très bon rapport qualité-prix, surtout le midi.', 'Very good value for money, especially at lunch.'],
      [
        'Merci à toute l’équipe pour l’accueil de notre grande tablée !',
        'Thanks to the whole team for welcoming our large party!',
      ],
      [
        'Nous y avons fêté les 70 ans de ma mère, c’était parfait.',
        'We celebrated my mother’s 70th birthday there, it was perfect.',
      ],
    ],
    fair: [
      ['Cuisine correcte mais salle très bruyante.', 'Decent food but a very noisy room.'],
      ['Accueil sympathique, desserts décevants.', 'Friendly welcome, disappointing desserts.'],
    ],
    poor: [
      [
        'Plats tièdes et addition salée, nous ne reviendrons pas.',
        'Lukewarm dishes and a steep bill, we will not be back.',
      ],
      ['On nous a oubliés pendant une demi-heure.', 'We were forgotten for half an hour.'],
    ],
  },
  el: {
    good: [
      [
        'Εξαιρετικό φαγητό και ακόμα καλύτερη παρέα, νιώσαμε σαν στο σπίτι μας.',
        'Excellent food and even better company, we felt at home.',
      ],
      ['Το χταπόδι ήταν τέλειο και η μερίδα μεγάλη.', 'The octopus was perfect and the portion large.'],
      [
        'Μας κέρασαν γλυκό στο τέλος, ευχαριστούμε πολύ!',
        'They treated us to dessert at the end, thank you very much!',
      ],
      [
        'Φρέσκο ψάρι, λογικές τιμές και γρήγορη εξυπηρέτηση.',
        'Fresh fish, reasonable prices and quick service.',
      ],
      ['Θα ξαναέρθουμε σίγουρα με τα παιδιά.', 'We will surely come again with the children.'],
    ],
    fair: [
      ['Καλό φαγητό, αλλά περιμέναμε αρκετά.', 'Good food, but we waited quite a while.'],
      ['Ωραίος χώρος, μέτρια κουζίνα.', 'Nice place, mediocre kitchen.'],
    ],
    poor: [
      ['Δυστυχώς το φαγητό ήρθε κρύο.', 'Unfortunately the food came cold.'],
      [
        'Η κράτησή μας είχε χαθεί και κανείς δεν ζήτησε συγγνώμη.',
        'Our reservation had been lost and nobody apologized.',
      ],
    ],
  },
  'zh-Hant': {
    good: [
      [
        '老闆非常親切，還特地幫我們介紹每一道菜。',
        'The owner was very kind and even explained every dish to us.',
      ],
      [
        '章魚烤得恰到好處，外酥內嫩！',
        'The octopus was grilled just right, crisp outside and tender inside!',
      ],
      ['帶爸媽一起來，大家都吃得很開心。', 'Came with my parents, and everyone enjoyed the meal.'],
      ['價格合理，份量十足，下次還會再來。', 'Fair prices and plenty of food, we will come again.'],
      ['晚上坐在露台看海，氣氛很好。', 'Sitting on the terrace by the sea in the evening, great atmosphere.'],
    ],
    fair: [
      ['味道不錯，但是等了四十分鐘。', 'Tastes good, but we waited forty minutes.'],
      ['環境漂亮，餐點普通。', 'Beautiful place, ordinary food.'],
    ],
    poor: [
      ['魚有點腥，服務生態度也不好。', 'The fish was a bit off, and the waiter was not friendly.'],
      ['訂位被取消卻沒有通知我們。', 'Our reservation was cancelled without telling us.'],
    ],
  },
  ar: {
    good: [
      [
        'مكان جميل وخدمة ممتازة، شعرنا وكأننا في بيتنا.',
        'Beautiful place and excellent service, we felt at home.',
      ],
      ['السمك طازج والأسعار معقولة جداً.', 'The fish is fresh and the prices are very reasonable.'],
      ['أنصح بتجربة الحلويات، كانت رائعة!', 'I recommend trying the desserts, they were wonderful!'],
      ['استقبلونا بابتسامة رغم الازدحام.', 'They welcomed us with a smile despite the crowd.'],
    ],
    fair: [
      ['الطعام جيد لكن الانتظار كان طويلاً.', 'The food is good but the wait was long.'],
      ['المكان صاخب قليلاً في المساء.', 'The place is a little noisy in the evening.'],
    ],
    poor: [
      ['وصل الطعام بارداً ولم يعتذر أحد.', 'The food arrived cold and nobody apologized.'],
      ['التجربة كانت مخيبة للآمال.', 'The experience was disappointing.'],
    ],
  },
}

/** A review in a language other than English, one to three sentences, with its translation. */
export function composeForeign(random: Random, language: ForeignLanguage, rating: number): ForeignReview {
  const left = [...SENTENCES[language][moodOf(rating)]]
  const chosen: Pair[] = []
  const wanted = random.int(1, 3)
  while (chosen.length < wanted && left.length > 0)
    chosen.push(...left.splice(random.int(0, left.length - 1), 1))
  const gap = random.chance(0.15) ? '\n' : ' '
  return {
    // Chinese sentences follow each other without a space.
    text: chosen.map(([original]) => original).join(language === 'zh-Hant' && gap === ' ' ? '' : gap),
    translation: chosen.map(([, english]) => english).join(gap),
  }
}
