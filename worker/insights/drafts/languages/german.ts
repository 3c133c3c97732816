import { type SharedWordings, toneOf, type Wordings } from './wordings-data.ts'

const SHARED: SharedWordings = {
  openings: {
    mixed: [
      'Danke, dass Sie uns offen sagen, wie es war.',
      'Danke für Ihre ehrliche Bewertung.',
      'Schade, dass nicht alles so war, wie Sie es sich gewünscht haben.',
      'Danke, dass Sie sich die Zeit für diese Bewertung genommen haben.',
      'Danke für {visit} und für Ihre offenen Worte.',
    ],
    mixed_unwritten: [
      'Danke für Ihre Bewertung.',
      'Danke für {visit} und für die Bewertung.',
      'Danke für die Sterne. Was hat Ihnen gefehlt?',
      'Schade, dass Sie nicht ganz zufrieden waren.',
    ],
    apology: [
      'Das tut uns sehr leid.',
      'Es tut uns leid, dass wir Sie enttäuscht haben.',
      'Bitte entschuldigen Sie, dass es so gelaufen ist.',
      'Danke, dass Sie uns das schreiben. Es tut uns leid.',
      'So soll es bei uns nicht sein, und das tut uns leid.',
    ],
    apology_unwritten: [
      'Es tut uns leid, dass Sie nicht zufrieden waren.',
      'Schade, dass etwas schiefgegangen ist. Das tut uns leid.',
      'Es tut uns leid, dass wir Sie enttäuscht haben.',
    ],
  },
  complaint: [
    'Es tut uns leid, dass Sie sich über {topic} geärgert haben.',
    'Was Sie über {topic} schreiben, nehmen wir ernst.',
    'Danke für den offenen Hinweis auf {topic}.',
    'Wir bedauern, was Sie über {topic} schreiben.',
  ],
  nextSteps: {
    mixed: [
      'Schreiben Sie uns gern mehr dazu.',
      'Wenn Sie darüber sprechen möchten, melden Sie sich gern bei uns.',
      'Wir würden uns über eine zweite Chance freuen.',
      'Sagen Sie uns gern, was wir noch wissen sollten.',
    ],
    apology: [
      'Wenn Sie darüber sprechen möchten, melden Sie sich bitte direkt bei uns.',
      'Wir würden gern mit Ihnen darüber sprechen.',
      'Bitte melden Sie sich bei uns, wir möchten hören, was passiert ist.',
    ],
  },
  blanks: [
    '[Schreiben Sie, was Sie getan haben oder tun werden.]',
    '[Was passiert als Nächstes?]',
    '[Was ändern Sie?]',
  ],
}

export const GERMAN_WORDINGS: Wordings = {
  tones: {
    friendly: toneOf(SHARED, {
      greetings: ['Hallo {name}!', 'Guten Tag {name}!', 'Schönen guten Tag, {name}!'],
      nameless: ['Hallo!', 'Guten Tag!', 'Schönen guten Tag!'],
      praise: [
        'Vielen Dank für {visit} und für die schöne Bewertung!',
        'Ihre Bewertung hat uns sehr gefreut!',
        'Wie schön, das zu lesen!',
        'Es freut uns sehr, dass Sie sich bei uns wohlgefühlt haben.',
        'Ganz herzlichen Dank, das bedeutet uns viel.',
        'Danke, dass Sie sich die Zeit für so nette Worte genommen haben.',
      ],
      praiseUnwritten: [
        'Vielen Dank für die tolle Bewertung!',
        'Danke für die Sterne, das freut uns sehr.',
        'Ihre Bewertung hat uns den Tag verschönert.',
        'Schön, dass Sie zufrieden waren!',
      ],
      topicPraise: [
        'Ihr Lob für {topic} freut uns besonders.',
        'Schön, was Sie über {topic} schreiben.',
        'Danke für die netten Worte über {topic}.',
        'Es freut uns, dass Sie {topic} erwähnen.',
      ],
      nextPraise: [
        'Bis bald!',
        'Wir freuen uns auf das nächste Mal.',
        'Kommen Sie gern wieder.',
        'Wir würden uns freuen, Sie wiederzusehen.',
      ],
      signOffs: [
        'Herzliche Grüße\n{business}',
        'Viele Grüße\nIhr Team von {business}',
        'Liebe Grüße\n{business}',
      ],
    }),
    formal: toneOf(SHARED, {
      greetings: ['Guten Tag {name}!', 'Hallo {name}!'],
      nameless: ['Guten Tag!', 'Schönen guten Tag!'],
      praise: [
        'Wir danken Ihnen herzlich für {visit} und Ihre freundliche Bewertung.',
        'Vielen Dank für Ihre freundlichen Worte.',
        'Ihre Bewertung hat uns sehr gefreut.',
        'Es freut uns, dass Sie zufrieden waren.',
        'Wir danken Ihnen, dass Sie sich die Zeit für diese Bewertung genommen haben.',
      ],
      praiseUnwritten: [
        'Vielen Dank für Ihre ausgezeichnete Bewertung.',
        'Ihre Bewertung freut uns sehr.',
        'Wir danken Ihnen für {visit} und die Bewertung.',
      ],
      topicPraise: [
        'Ihr Lob für {topic} ist uns eine besondere Freude.',
        'Über Ihre Worte über {topic} haben wir uns gefreut.',
        'Wir danken Ihnen, dass Sie {topic} erwähnen.',
      ],
      nextPraise: [
        'Wir freuen uns auf ein Wiedersehen.',
        'Sie sind uns jederzeit willkommen.',
        'Wir würden uns freuen, Sie wieder begrüßen zu dürfen.',
      ],
      signOffs: ['Mit freundlichen Grüßen\n{business}', 'Freundliche Grüße\nIhr Team von {business}'],
    }),
    brief: toneOf(SHARED, {
      greetings: ['Hallo {name}!', 'Guten Tag {name}!'],
      nameless: ['Hallo!', 'Guten Tag!'],
      praise: [
        'Vielen Dank für {visit}.',
        'Danke für die nette Bewertung.',
        'Das freut uns.',
        'Schön, dass es Ihnen gefallen hat.',
        'Danke, das lesen wir gern.',
      ],
      praiseUnwritten: ['Danke für die Bewertung.', 'Danke für die Sterne.', 'Das freut uns, danke.'],
      topicPraise: ['Danke für das Lob für {topic}.', 'Schön, dass Sie {topic} erwähnen.'],
      nextPraise: ['Bis bald!', 'Bis zum nächsten Mal.', 'Kommen Sie gern wieder.'],
      signOffs: ['{business}', 'Viele Grüße, {business}', 'Grüße, {business}'],
    }),
  },
  topicNames: {
    staff: ['unser Team', 'den Umgang mit Ihnen'],
    service: ['unseren Service', 'unseren Service'],
    waiting: ['das Tempo', 'die Wartezeit'],
    price: ['unsere Preise', 'unsere Preise'],
    cleanliness: ['die Sauberkeit', 'die Sauberkeit'],
    location: ['unsere Lage', 'unsere Lage'],
    parking: ['das Parken', 'das Parken'],
    booking: ['die Reservierung', 'die Reservierung'],
    atmosphere: ['die Atmosphäre', 'die Atmosphäre'],
    premises: ['unser Haus', 'unsere Räume'],
    communication: ['unsere Kommunikation', 'unsere Kommunikation'],
    quality: ['die Qualität', 'die Qualität'],
    food: ['unser Essen', 'das Essen'],
    drinks: ['unsere Getränke', 'die Getränke'],
    menu: ['unsere Karte', 'unsere Karte'],
    order: ['Ihre Bestellung', 'Ihre Bestellung'],
    room: ['Ihr Zimmer', 'Ihr Zimmer'],
    sleep: ['Ihre Nacht bei uns', 'Ihre Nacht bei uns'],
    breakfast: ['unser Frühstück', 'das Frühstück'],
    facilities: ['unsere Ausstattung', 'unsere Ausstattung'],
    check_in: ['den Empfang', 'den Empfang'],
    selection: ['unsere Auswahl', 'unsere Auswahl'],
    returns: ['den Umtausch', 'den Umtausch'],
    delivery: ['unsere Lieferung', 'unsere Lieferung'],
    workmanship: ['unsere Arbeit', 'unsere Arbeit'],
    honesty: ['unsere offene Beratung', 'unsere Beratung'],
    punctuality: ['unsere Pünktlichkeit', 'unsere Pünktlichkeit'],
    styling: ['unser Styling', 'das Ergebnis'],
  },
  visit: 'Ihren Besuch',
  visits: {},
  delicateTerms: `anwalt* anwält* rechtsanwalt* verklag* vor_gericht strafanzeige* angezeigt gesundheitsamt* lebensmittelvergiftung*
vergift* erbrochen mich_übergeben krank krankenhaus notaufnahme notarzt allergi* allergisch* verletz* blutete blutung* geblutet infektion* infiziert* unfall* gefährlich* diskriminier*
rassis* sexis* homophob* antisemit* belästig* bedroh* gewalt gewalttätig* polizei* gestohlen diebstahl* betrug* bettwanze* kakerlake* ratte* mäuse*
schimmel* fehldiagnos* behandlungsfehler* schwanger* rollstuhl* behinder*`,
  namesFollow: '(?:Herrn?|Frau|Chef|Chefin|Kellner|Kellnerin|Dr\\.?|Mitarbeiter|Mitarbeiterin)\\s$',
}
