import type { Vocabulary } from './phrase-book.ts'

function words(list: string): string[] {
  return list.split(', ')
}

function vocabulary(things: string, staff: string): Vocabulary {
  return { things: words(things), staff: words(staff) }
}

/** Goods and staff of each invented business. */
export const VOCABULARIES = {
  small: vocabulary(
    'picture book, first edition, crime novel, atlas, poetry collection, cookbook',
    'Winifred, Otis, Jolanda',
  ),
  mixed: vocabulary(
    'braised short rib, mac & cheese, roast chicken, mushroom pie, charred broccolini, clam chowder, ' +
      'apple crumble, sourdough, beet salad, salmon, potato gratin',
    'Delphine, Marcus, Ines, Halvard, Ruthie',
  ),
  large: vocabulary(
    'noodle soup, beef noodle soup, dumpling basket, cucumber salad, miso ramen, scallion pancake, ' +
      'crispy tofu, cold sesame ramen, wonton soup, duck broth, garlic eggplant, jasmine tea, bao bun, ' +
      'black sesame ice cream, lunch special',
    'Mei, Anselm, Rosa, Kenji, Lila, Tobias, Uncle Wen',
  ),
  languages: vocabulary(
    'grilled octopus, moussaka, lamb shank, honey cake, saganaki, fava, stuffed pepper',
    'Yannis, Eleni, Despina, Bruno',
  ),
  ratings: vocabulary(
    'full wash, wax finish, interior cleaning, season pass, wheel polish',
    'Rafi, Dee, Constantin',
  ),
  replies: vocabulary(
    'cleaning, root canal, filling, crown, check-up, whitening',
    'Dr. Okafor, Nell, Dr. Brandvold, Priya',
  ),
  overlapping: vocabulary(
    'cardamom bun, rye loaf, almond croissant, cinnamon roll, quiche, lemon tart, flat white',
    'Signe, Mattias, Corazon',
  ),
  changing: vocabulary(
    'vaccination, dental cleaning, blood test, surgery, check-up, nail trim',
    'Dr. Halloran, Beatriz, Tom, Dr. Achterberg',
  ),
  fading: vocabulary(
    'sunset tour, double kayak, paddle board, dry bag, life vest, beginner lesson',
    'Marit, Joaquin, Skipper Lou',
  ),
  growing: vocabulary(
    'tonkotsu, gyoza, soft egg, matcha ice cream, counter seat, late opening',
    'Noriko, Sam, Chef Adebayo',
  ),
  empty: vocabulary('bouquet, wreath, orchid', 'Fern, Isidro'),
  limited: vocabulary('haircut, beard trim, hot towel shave', 'Enzo, Clive, Ayo'),
  gone: vocabulary('hinge, ladder', 'Walt, June'),
  moved: vocabulary(
    'tune-up, new chain, wheel truing, brake set, puncture repair',
    'Sunniva, Big Pete, Arturo',
  ),
}
