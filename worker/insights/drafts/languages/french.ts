import { type SharedWordings, toneOf, type Wordings } from './wordings-data.ts'

const SHARED: SharedWordings = {
  openings: {
    mixed: [
      'Merci de nous dire franchement ce que vous en avez pensé.',
      'Merci pour cet avis sincère.',
      'Nous regrettons que tout n’ait pas été à la hauteur de vos attentes.',
      'Merci d’avoir pris le temps de nous écrire.',
      'Merci pour {visit} et pour votre franchise.',
    ],
    mixed_unwritten: [
      'Merci pour votre note.',
      'Merci pour {visit} et pour votre note.',
      'Merci pour les étoiles. Qu’est-ce qui vous a manqué ?',
      'Nous regrettons de ne pas vous avoir entièrement satisfait.',
    ],
    apology: [
      'Nous sommes vraiment désolés.',
      'Nous sommes désolés de vous avoir déçu.',
      'Nous vous présentons toutes nos excuses.',
      'Merci de nous l’avoir signalé. Nous sommes désolés.',
      'Ce n’est pas ce que nous voulons pour nos clients, et nous en sommes désolés.',
    ],
    apology_unwritten: [
      'Nous sommes désolés que vous n’ayez pas été satisfait.',
      'Nous regrettons de vous avoir déçu.',
      'Merci pour votre note. Nous sommes désolés de ne pas avoir fait mieux.',
    ],
  },
  complaint: [
    'Nous prenons au sérieux votre remarque sur {topic}.',
    'Nous sommes désolés de lire cela sur {topic}.',
    'Merci pour votre franchise sur {topic}.',
    'Nous regrettons ce que vous dites sur {topic}.',
  ],
  nextSteps: {
    mixed: [
      'N’hésitez pas à nous en dire plus.',
      'Si vous souhaitez en parler, contactez-nous.',
      'Nous serions heureux d’avoir une seconde chance.',
      'Dites-nous ce que nous devrions encore savoir.',
    ],
    apology: [
      'Si vous souhaitez en parler, contactez-nous directement.',
      'Nous aimerions en parler avec vous.',
      'Contactez-nous, nous voulons comprendre ce qui s’est passé.',
    ],
  },
  blanks: [
    '[Dites ce que vous avez fait ou allez faire.]',
    '[Que se passe-t-il maintenant ?]',
    '[Qu’allez-vous changer ?]',
  ],
}

export const FRENCH_WORDINGS: Wordings = {
  tones: {
    friendly: toneOf(SHARED, {
      greetings: ['Bonjour {name},', 'Bonjour {name} !'],
      nameless: ['Bonjour,', 'Bonjour !', 'Bonjour et merci,'],
      praise: [
        'Un grand merci pour {visit} et pour ce bel avis !',
        'Votre avis nous a fait très plaisir !',
        'Quel plaisir de vous lire !',
        'Nous sommes ravis que vous ayez passé un bon moment.',
        'Merci du fond du cœur, cela nous touche beaucoup.',
        'Merci d’avoir pris le temps d’écrire ces mots.',
      ],
      praiseUnwritten: [
        'Un grand merci pour cette belle note !',
        'Merci pour les étoiles, cela nous fait très plaisir.',
        'Nous sommes ravis que vous soyez content.',
        'Merci, votre note nous touche.',
      ],
      topicPraise: [
        'Ce que vous dites sur {topic} nous fait très plaisir.',
        'Merci pour vos mots sur {topic}.',
        'Votre compliment sur {topic} nous touche.',
      ],
      nextPraise: [
        'À bientôt !',
        'Au plaisir de vous revoir.',
        'Nous espérons vous revoir bientôt.',
        'À très vite !',
      ],
      signOffs: [
        'Bien à vous,\n{business}',
        'À bientôt,\nl’équipe de {business}',
        'Amicalement,\n{business}',
      ],
    }),
    formal: toneOf(SHARED, {
      greetings: ['Bonjour {name},', 'Bonjour {name}.'],
      nameless: ['Bonjour,', 'Madame, Monsieur,'],
      praise: [
        'Nous vous remercions pour {visit} et pour votre aimable avis.',
        'Nous vous remercions de vos aimables paroles.',
        'Votre avis nous a fait grand plaisir.',
        'Nous sommes heureux que vous ayez été satisfait.',
        'Nous vous remercions d’avoir pris le temps de nous écrire.',
      ],
      praiseUnwritten: [
        'Nous vous remercions pour votre excellente note.',
        'Votre note nous fait grand plaisir.',
        'Nous vous remercions pour {visit} et pour votre note.',
      ],
      topicPraise: [
        'Vos paroles sur {topic} nous sont précieuses.',
        'Nous vous remercions de votre remarque sur {topic}.',
        'Votre compliment sur {topic} nous honore.',
      ],
      nextPraise: [
        'Nous serions heureux de vous accueillir à nouveau.',
        'Au plaisir de vous revoir.',
        'Vous serez toujours les bienvenus.',
      ],
      signOffs: ['Cordialement,\n{business}', 'Bien cordialement,\nl’équipe de {business}'],
    }),
    brief: toneOf(SHARED, {
      greetings: ['Bonjour {name},', '{name},'],
      nameless: ['Bonjour,', 'Bonjour !'],
      praise: [
        'Merci pour {visit}.',
        'Merci pour ce bel avis.',
        'Cela nous fait plaisir.',
        'Ravis que cela vous ait plu.',
        'Merci, c’est un plaisir de vous lire.',
      ],
      praiseUnwritten: [
        'Merci pour cette note.',
        'Merci pour les étoiles.',
        'Cela nous fait plaisir, merci.',
      ],
      topicPraise: ['Merci pour vos mots sur {topic}.', 'Votre remarque sur {topic} nous fait plaisir.'],
      nextPraise: ['À bientôt !', 'Au plaisir.', 'À la prochaine.'],
      signOffs: ['{business}', 'Cordialement, {business}', 'Merci encore, {business}'],
    }),
  },
  topicNames: {
    staff: ['notre équipe', 'la façon dont vous avez été reçu'],
    service: ['notre service', 'notre service'],
    waiting: ['notre rapidité', 'l’attente'],
    price: ['nos prix', 'nos prix'],
    cleanliness: ['la propreté', 'la propreté'],
    location: ['notre emplacement', 'notre emplacement'],
    parking: ['le parking', 'le parking'],
    booking: ['la réservation', 'la réservation'],
    atmosphere: ['l’ambiance', 'l’ambiance'],
    premises: ['notre établissement', 'nos locaux'],
    communication: ['nos échanges', 'nos échanges'],
    quality: ['la qualité', 'la qualité'],
    food: ['notre cuisine', 'la cuisine'],
    drinks: ['nos boissons', 'les boissons'],
    menu: ['notre carte', 'notre carte'],
    order: ['votre commande', 'votre commande'],
    room: ['votre chambre', 'votre chambre'],
    sleep: ['votre nuit', 'votre nuit'],
    breakfast: ['notre petit déjeuner', 'le petit déjeuner'],
    facilities: ['nos équipements', 'nos équipements'],
    check_in: ['l’accueil', 'l’accueil'],
    selection: ['notre choix', 'notre choix'],
    returns: ['le retour', 'le retour'],
    delivery: ['notre livraison', 'notre livraison'],
    workmanship: ['notre travail', 'notre travail'],
    honesty: ['nos conseils', 'nos conseils'],
    punctuality: ['notre ponctualité', 'notre ponctualité'],
    styling: ['le résultat', 'le résultat'],
  },
  visit: 'votre visite',
  visits: {},
  delicateTerms: `avocat* tribunal* plainte* procès* justice* intoxication* intoxiqué* vomi* malade* hôpital* urgences allergi* bless* infect* accident* dangereu*
discrimin* racis* sexis* homophob* antisémit* harcel* harcèl* menac* violen* agress* police* volé volée vol_de escroqu* punaise* cafard* rat rats souris
moisi* moisissure* diagnostic* enceinte* handicap* fauteuil_roulant`,
  namesFollow: null,
}
