import { type SharedWordings, toneOf, type Wordings } from './wordings-data.ts'

const SHARED: SharedWordings = {
  openings: {
    mixed: [
      'Obrigado por nos contar com sinceridade como foi.',
      'Obrigado por uma avaliação tão sincera.',
      'Lamentamos que nem tudo tenha sido como esperava.',
      'Obrigado por dedicar um tempo a escrever.',
      'Obrigado pela {visit} e pela franqueza.',
    ],
    mixed_unwritten: [
      'Obrigado pela avaliação.',
      'Obrigado pela {visit} e pela avaliação.',
      'Obrigado pelas estrelas. O que faltou?',
      'Lamentamos que não tenha ficado totalmente satisfeito.',
    ],
    apology: [
      'Lamentamos muito.',
      'Pedimos desculpa por ter ficado desiludido.',
      'Pedimos desculpa pelo que aconteceu.',
      'Obrigado por nos dizer. Lamentamos muito.',
      'Não é isto que queremos para os nossos clientes, e pedimos desculpa.',
    ],
    apology_unwritten: [
      'Lamentamos que não tenha ficado satisfeito.',
      'Pedimos desculpa por não termos correspondido.',
      'Obrigado pela avaliação. Lamentamos não ter feito melhor.',
    ],
  },
  complaint: [
    'Levamos a sério o que diz sobre {topic}.',
    'Lamentamos ler isto sobre {topic}.',
    'Obrigado pela franqueza sobre {topic}.',
    'Lamentamos o que conta sobre {topic}.',
  ],
  nextSteps: {
    mixed: [
      'Se quiser, conte-nos mais.',
      'Se quiser falar sobre isso, contacte-nos.',
      'Gostaríamos muito de uma segunda oportunidade.',
      'Diga-nos o que mais devemos saber.',
    ],
    apology: [
      'Se quiser falar sobre isso, contacte-nos diretamente.',
      'Gostaríamos de falar consigo.',
      'Contacte-nos, por favor: queremos saber o que aconteceu.',
    ],
  },
  blanks: ['[Diga o que fez ou vai fazer.]', '[O que acontece agora?]', '[O que vai mudar?]'],
}

export const PORTUGUESE_WORDINGS: Wordings = {
  tones: {
    friendly: toneOf(SHARED, {
      greetings: ['Olá, {name},', 'Olá, {name}!', 'Bom dia, {name},'],
      nameless: ['Olá,', 'Olá!', 'Bom dia,'],
      praise: [
        'Muito obrigado pela {visit} e por uma avaliação tão bonita!',
        'A sua avaliação alegrou o nosso dia!',
        'Que bom ler isto!',
        'Ficamos muito contentes por ter gostado.',
        'Obrigado de coração, significa muito para nós.',
        'Obrigado por dedicar um tempo a palavras tão simpáticas.',
      ],
      praiseUnwritten: [
        'Muito obrigado por uma avaliação tão boa!',
        'Obrigado pelas estrelas, ficamos muito contentes.',
        'Que bom que ficou contente.',
        'Obrigado, a sua avaliação anima-nos muito.',
      ],
      topicPraise: [
        'Adorámos o que diz sobre {topic}.',
        'Obrigado pelas palavras sobre {topic}.',
        'O seu elogio sobre {topic} deixa-nos muito contentes.',
      ],
      nextPraise: ['Até breve!', 'Esperamos vê-lo em breve.', 'Volte quando quiser.', 'Até à próxima!'],
      signOffs: ['Um abraço,\n{business}', 'Até breve,\na equipa {business}', 'Obrigado,\n{business}'],
    }),
    formal: toneOf(SHARED, {
      greetings: ['Bom dia, {name},', 'Olá, {name},'],
      nameless: ['Bom dia,', 'Estimado cliente,'],
      praise: [
        'Agradecemos a sua {visit} e a amável avaliação.',
        'Agradecemos muito as suas palavras.',
        'A sua avaliação deixou-nos muito satisfeitos.',
        'É um prazer saber que ficou satisfeito.',
        'Agradecemos o tempo que dedicou a esta avaliação.',
      ],
      praiseUnwritten: [
        'Agradecemos a sua excelente avaliação.',
        'A sua avaliação deixa-nos muito satisfeitos.',
        'Agradecemos a sua {visit} e a avaliação.',
      ],
      topicPraise: [
        'Agradecemos em especial as palavras sobre {topic}.',
        'É um prazer ler o que diz sobre {topic}.',
        'O seu comentário sobre {topic} honra-nos.',
      ],
      nextPraise: [
        'Será um prazer recebê-lo de novo.',
        'Esperamos voltar a vê-lo.',
        'Será sempre bem-vindo.',
      ],
      signOffs: ['Atentamente,\n{business}', 'Com os melhores cumprimentos,\na equipa {business}'],
    }),
    brief: toneOf(SHARED, {
      greetings: ['Olá, {name},', '{name},'],
      nameless: ['Olá,', 'Bom dia,'],
      praise: [
        'Obrigado pela {visit}.',
        'Obrigado pela avaliação.',
        'Ficamos contentes.',
        'Que bom que gostou.',
        'Obrigado, é bom ler isto.',
      ],
      praiseUnwritten: [
        'Obrigado pela avaliação.',
        'Obrigado pelas estrelas.',
        'Ficamos contentes, obrigado.',
      ],
      topicPraise: ['Obrigado pelas palavras sobre {topic}.', 'É bom ler isso sobre {topic}.'],
      nextPraise: ['Até breve!', 'Até à próxima.', 'Volte quando quiser.'],
      signOffs: ['{business}', 'Cumprimentos, {business}', 'Obrigado, {business}'],
    }),
  },
  topicNames: {
    staff: ['a nossa equipa', 'a forma como foi atendido'],
    service: ['o nosso atendimento', 'o nosso atendimento'],
    waiting: ['a nossa rapidez', 'a espera'],
    price: ['os nossos preços', 'os nossos preços'],
    cleanliness: ['a limpeza', 'a limpeza'],
    location: ['a nossa localização', 'a nossa localização'],
    parking: ['o estacionamento', 'o estacionamento'],
    booking: ['a reserva', 'a reserva'],
    atmosphere: ['o ambiente', 'o ambiente'],
    premises: ['o nosso espaço', 'o nosso espaço'],
    communication: ['a nossa comunicação', 'a nossa comunicação'],
    quality: ['a qualidade', 'a qualidade'],
    food: ['a nossa comida', 'a comida'],
    drinks: ['as nossas bebidas', 'as bebidas'],
    menu: ['a nossa ementa', 'a nossa ementa'],
    order: ['o seu pedido', 'o seu pedido'],
    room: ['o seu quarto', 'o seu quarto'],
    sleep: ['o seu descanso', 'o seu descanso'],
    breakfast: ['o nosso pequeno-almoço', 'o pequeno-almoço'],
    facilities: ['as nossas instalações', 'as nossas instalações'],
    check_in: ['a receção', 'a receção'],
    selection: ['a nossa seleção', 'a nossa seleção'],
    returns: ['a devolução', 'a devolução'],
    delivery: ['a nossa entrega', 'a nossa entrega'],
    workmanship: ['o nosso trabalho', 'o nosso trabalho'],
    honesty: ['os nossos conselhos', 'os nossos conselhos'],
    punctuality: ['a nossa pontualidade', 'a nossa pontualidade'],
    styling: ['o resultado', 'o resultado'],
  },
  visit: 'visita',
  visits: {},
  delicateTerms: `advogad* processo_judicial tribunal* denúnci* denunci* queixa_crime intoxic* envenen* vomit* doente* hospital hospitais urgências ambulância* alergi* alérgic* ferid* infeção infecção infetad* infecc*
acidente* perigos* discrimin* racis* sexis* homofób* antissemit* asséd* ameaç* violên* violent* agred* polícia* roubo roubado roubaram furto burla* percevejo*
barata* rato ratos ratazana* bolor mofo diagnóstic* negligên* grávida* deficiên* cadeira_de_rodas`,
  namesFollow: null,
}
