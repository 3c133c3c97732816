import { type SharedWordings, toneOf, type Wordings } from './wordings-data.ts'

const SHARED: SharedWordings = {
  openings: {
    mixed: [
      'Gracias por contarnos con sinceridad cómo fue.',
      'Gracias por una opinión tan sincera.',
      'Lamentamos que no todo fuera como esperaba.',
      'Gracias por tomarse el tiempo de escribirnos.',
      'Gracias por {visit} y por su franqueza.',
    ],
    mixed_unwritten: [
      'Gracias por su valoración.',
      'Gracias por {visit} y por su valoración.',
      'Gracias por las estrellas. ¿Qué echó de menos?',
      'Lamentamos que no quedara del todo satisfecho.',
    ],
    apology: [
      'Lo sentimos mucho.',
      'Sentimos mucho haberle decepcionado.',
      'Le pedimos disculpas por lo ocurrido.',
      'Gracias por decírnoslo. Lo sentimos.',
      'No es lo que queremos para nuestros clientes, y lo sentimos.',
    ],
    apology_unwritten: [
      'Sentimos que no quedara satisfecho.',
      'Lamentamos haberle decepcionado.',
      'Gracias por su valoración. Sentimos no haberlo hecho mejor.',
    ],
  },
  complaint: [
    'Nos tomamos en serio lo que dice sobre {topic}.',
    'Sentimos leer esto sobre {topic}.',
    'Gracias por su franqueza sobre {topic}.',
    'Lamentamos lo que cuenta sobre {topic}.',
  ],
  nextSteps: {
    mixed: [
      'Si quiere, cuéntenos más.',
      'Si desea hablarlo, escríbanos.',
      'Nos encantaría tener una segunda oportunidad.',
      'Díganos qué más deberíamos saber.',
    ],
    apology: [
      'Si desea hablarlo, póngase en contacto con nosotros.',
      'Nos gustaría hablar con usted.',
      'Escríbanos, por favor: queremos saber qué pasó.',
    ],
  },
  blanks: ['[Diga qué ha hecho o qué va a hacer.]', '[¿Qué pasa ahora?]', '[¿Qué va a cambiar?]'],
}

export const SPANISH_WORDINGS: Wordings = {
  tones: {
    friendly: toneOf(SHARED, {
      greetings: ['Hola, {name}:', '¡Hola, {name}!', 'Buenos días, {name}:'],
      nameless: ['Hola:', '¡Hola!', 'Buenos días:'],
      praise: [
        '¡Muchas gracias por {visit} y por una reseña tan bonita!',
        '¡Su reseña nos ha alegrado el día!',
        '¡Qué alegría leerle!',
        'Nos alegra mucho que lo pasara bien con nosotros.',
        'Gracias de corazón, significa mucho para nosotros.',
        'Gracias por tomarse el tiempo de escribir palabras tan amables.',
      ],
      praiseUnwritten: [
        '¡Muchas gracias por una valoración tan buena!',
        'Gracias por las estrellas, nos alegran mucho.',
        'Nos alegra que quedara contento.',
        'Gracias, su valoración nos anima mucho.',
      ],
      topicPraise: [
        'Nos encanta lo que dice sobre {topic}.',
        'Gracias por sus palabras sobre {topic}.',
        'Nos alegra mucho lo que cuenta sobre {topic}.',
      ],
      nextPraise: [
        '¡Hasta pronto!',
        'Esperamos verle pronto.',
        'Vuelva cuando quiera.',
        '¡Nos vemos pronto!',
      ],
      signOffs: ['Un saludo,\n{business}', 'Un abrazo,\nel equipo de {business}', 'Saludos,\n{business}'],
    }),
    formal: toneOf(SHARED, {
      greetings: ['Buenos días, {name}:', 'Hola, {name}:'],
      nameless: ['Buenos días:', 'Estimado cliente:'],
      praise: [
        'Le agradecemos {visit} y su amable reseña.',
        'Le agradecemos mucho sus amables palabras.',
        'Su reseña nos ha alegrado mucho.',
        'Nos alegra que quedara satisfecho.',
        'Le agradecemos que se haya tomado el tiempo de escribirnos.',
      ],
      praiseUnwritten: [
        'Le agradecemos su excelente valoración.',
        'Su valoración nos alegra mucho.',
        'Le agradecemos {visit} y su valoración.',
      ],
      topicPraise: [
        'Agradecemos especialmente sus palabras sobre {topic}.',
        'Nos complace lo que dice sobre {topic}.',
        'Su comentario sobre {topic} nos honra.',
      ],
      nextPraise: [
        'Será un placer recibirle de nuevo.',
        'Esperamos volver a verle.',
        'Siempre será bienvenido.',
      ],
      signOffs: ['Atentamente,\n{business}', 'Un cordial saludo,\nel equipo de {business}'],
    }),
    brief: toneOf(SHARED, {
      greetings: ['Hola, {name}:', '{name}:'],
      nameless: ['Hola:', 'Buenos días:'],
      praise: [
        'Gracias por {visit}.',
        'Gracias por la reseña.',
        'Nos alegra mucho.',
        'Qué bien que le gustara.',
        'Gracias, da gusto leerlo.',
      ],
      praiseUnwritten: ['Gracias por la valoración.', 'Gracias por las estrellas.', 'Nos alegra, gracias.'],
      topicPraise: ['Gracias por sus palabras sobre {topic}.', 'Nos alegra lo que dice sobre {topic}.'],
      nextPraise: ['¡Hasta pronto!', 'Hasta la próxima.', 'Vuelva cuando quiera.'],
      signOffs: ['{business}', 'Saludos, {business}', 'Gracias de nuevo, {business}'],
    }),
  },
  topicNames: {
    staff: ['nuestro equipo', 'el trato que recibió'],
    service: ['nuestro servicio', 'nuestro servicio'],
    waiting: ['nuestra rapidez', 'la espera'],
    price: ['nuestros precios', 'nuestros precios'],
    cleanliness: ['la limpieza', 'la limpieza'],
    location: ['nuestra ubicación', 'nuestra ubicación'],
    parking: ['el aparcamiento', 'el aparcamiento'],
    booking: ['la reserva', 'la reserva'],
    atmosphere: ['el ambiente', 'el ambiente'],
    premises: ['nuestro local', 'nuestro local'],
    communication: ['nuestra comunicación', 'nuestra comunicación'],
    quality: ['la calidad', 'la calidad'],
    food: ['nuestra comida', 'la comida'],
    drinks: ['nuestras bebidas', 'las bebidas'],
    menu: ['nuestra carta', 'nuestra carta'],
    order: ['su pedido', 'su pedido'],
    room: ['su habitación', 'su habitación'],
    sleep: ['su descanso', 'su descanso'],
    breakfast: ['nuestro desayuno', 'el desayuno'],
    facilities: ['nuestras instalaciones', 'nuestras instalaciones'],
    check_in: ['la recepción', 'la recepción'],
    selection: ['nuestra selección', 'nuestra selección'],
    returns: ['la devolución', 'la devolución'],
    delivery: ['nuestra entrega', 'nuestra entrega'],
    workmanship: ['nuestro trabajo', 'nuestro trabajo'],
    honesty: ['nuestros consejos', 'nuestros consejos'],
    punctuality: ['nuestra puntualidad', 'nuestra puntualidad'],
    styling: ['el resultado', 'el resultado'],
  },
  visit: 'su visita',
  visits: {},
  delicateTerms: `abogad* demanda* denunci* juicio* juzgado* sanidad intoxic* envenen* vomit* enferm* hospital hospitales urgencias ambulancia* alergi* alérgic* herid* infecc* infect*
accidente* peligros* discrimin* racis* sexis* homófob* antisemit* acos* amenaz* violen* agredi* agresi* policía* robo robaron robado estafa* chinche* cucaracha* rata
ratas ratones moho diagnóstic* negligenc* embaraz* discapaci* silla_de_ruedas`,
  namesFollow: null,
}
