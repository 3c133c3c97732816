import { type SharedWordings, toneOf, type Wordings } from './wordings-data.ts'

const SHARED: SharedWordings = {
  openings: {
    mixed: [
      'Grazie di averci detto con sincerità com’è andata.',
      'Grazie per una recensione così sincera.',
      'Ci dispiace che non tutto sia stato come sperava.',
      'Grazie per aver trovato il tempo di scriverci.',
      'Grazie per {visit} e per la franchezza.',
    ],
    mixed_unwritten: [
      'Grazie per la valutazione.',
      'Grazie per {visit} e per la valutazione.',
      'Grazie per le stelle. Che cosa è mancato?',
      'Ci dispiace che non sia rimasto del tutto soddisfatto.',
    ],
    apology: [
      'Ci dispiace molto.',
      'Ci dispiace di averla delusa.',
      'Ci scusiamo per l’accaduto.',
      'Grazie di avercelo detto. Ci dispiace.',
      'Non è quello che vogliamo per i nostri clienti, e ci scusiamo.',
    ],
    apology_unwritten: [
      'Ci dispiace che non sia rimasto soddisfatto.',
      'Ci dispiace che qualcosa non sia andato bene.',
      'Grazie per la valutazione. Ci dispiace di non aver fatto meglio.',
    ],
  },
  complaint: [
    'Ci dispiace che non abbia apprezzato {topic}.',
    'La sua critica riguarda {topic}, e la prendiamo sul serio.',
    'Grazie per averci segnalato {topic}.',
  ],
  nextSteps: {
    mixed: [
      'Se vuole, ci racconti di più.',
      'Se desidera parlarne, ci scriva.',
      'Ci piacerebbe avere una seconda occasione.',
      'Ci dica che cos’altro dovremmo sapere.',
    ],
    apology: [
      'Se desidera parlarne, ci contatti direttamente.',
      'Ci piacerebbe parlarne con lei.',
      'Ci contatti, vorremmo capire che cosa è successo.',
    ],
  },
  blanks: ['[Scriva che cosa ha fatto o farà.]', '[Che cosa succede adesso?]', '[Che cosa cambierà?]'],
}

export const ITALIAN_WORDINGS: Wordings = {
  tones: {
    friendly: toneOf(SHARED, {
      greetings: ['Ciao {name},', 'Buongiorno {name},', 'Salve {name},'],
      nameless: ['Buongiorno,', 'Salve,', 'Buongiorno e grazie,'],
      praise: [
        'Grazie mille per {visit} e per la bella recensione!',
        'La sua recensione ci ha rallegrato la giornata!',
        'Che bello leggerla!',
        'Siamo felici che si sia trovato bene da noi.',
        'Grazie di cuore, per noi significa molto.',
        'Grazie per aver trovato il tempo di scrivere parole così gentili.',
      ],
      praiseUnwritten: [
        'Grazie mille per la bellissima valutazione!',
        'Grazie per le stelle, ci fanno molto piacere.',
        'Siamo felici che si sia trovato bene.',
        'Grazie, la sua valutazione ci incoraggia.',
      ],
      topicPraise: [
        'Che bello che abbia notato {topic}.',
        'Grazie per aver ricordato {topic}.',
        'Ci fa molto piacere che abbia apprezzato {topic}.',
      ],
      nextPraise: ['A presto!', 'Speriamo di rivederla presto.', 'Torni quando vuole.', 'Alla prossima!'],
      signOffs: ['Un caro saluto,\n{business}', 'A presto,\nil team di {business}', 'Saluti,\n{business}'],
    }),
    formal: toneOf(SHARED, {
      greetings: ['Buongiorno {name},', 'Salve {name},'],
      nameless: ['Buongiorno,', 'Gentile cliente,'],
      praise: [
        'La ringraziamo per {visit} e per la gentile recensione.',
        'La ringraziamo molto per le sue parole.',
        'La sua recensione ci ha fatto molto piacere.',
        'Siamo lieti che sia rimasto soddisfatto.',
        'La ringraziamo per il tempo che ha dedicato a questa recensione.',
      ],
      praiseUnwritten: [
        'La ringraziamo per l’ottima valutazione.',
        'La sua valutazione ci fa molto piacere.',
        'La ringraziamo per {visit} e per la valutazione.',
      ],
      topicPraise: [
        'La ringraziamo in particolare per aver menzionato {topic}.',
        'Siamo lieti che abbia apprezzato {topic}.',
      ],
      nextPraise: [
        'Sarà un piacere rivederla.',
        'Speriamo di accoglierla di nuovo.',
        'Sarà sempre il benvenuto.',
      ],
      signOffs: ['Cordiali saluti,\n{business}', 'Distinti saluti,\nil team di {business}'],
    }),
    brief: toneOf(SHARED, {
      greetings: ['Buongiorno {name},', '{name},'],
      nameless: ['Buongiorno,', 'Salve,'],
      praise: [
        'Grazie per {visit}.',
        'Grazie per la recensione.',
        'Ci fa piacere.',
        'Che bello che le sia piaciuto.',
        'Grazie, è bello leggerlo.',
      ],
      praiseUnwritten: ['Grazie per la valutazione.', 'Grazie per le stelle.', 'Ci fa piacere, grazie.'],
      topicPraise: ['Grazie per aver menzionato {topic}.', 'Bello che abbia apprezzato {topic}.'],
      nextPraise: ['A presto!', 'Alla prossima.', 'Torni quando vuole.'],
      signOffs: ['{business}', 'Saluti, {business}', 'Grazie ancora, {business}'],
    }),
  },
  topicNames: {
    staff: ['il nostro team', 'il modo in cui è stato accolto'],
    service: ['il nostro servizio', 'il nostro servizio'],
    waiting: ['la nostra rapidità', 'l’attesa'],
    price: ['i nostri prezzi', 'i nostri prezzi'],
    cleanliness: ['la pulizia', 'la pulizia'],
    location: ['la nostra posizione', 'la nostra posizione'],
    parking: ['il parcheggio', 'il parcheggio'],
    booking: ['la prenotazione', 'la prenotazione'],
    atmosphere: ['l’atmosfera', 'l’atmosfera'],
    premises: ['il nostro locale', 'il nostro locale'],
    communication: ['la nostra comunicazione', 'la nostra comunicazione'],
    quality: ['la qualità', 'la qualità'],
    food: ['la nostra cucina', 'la cucina'],
    drinks: ['le nostre bevande', 'le bevande'],
    menu: ['il nostro menù', 'il nostro menù'],
    order: ['il suo ordine', 'il suo ordine'],
    room: ['la sua camera', 'la sua camera'],
    sleep: ['la sua notte da noi', 'la sua notte da noi'],
    breakfast: ['la nostra colazione', 'la colazione'],
    facilities: ['i nostri servizi', 'i nostri servizi'],
    check_in: ['la nostra accoglienza', 'la nostra accoglienza'],
    selection: ['il nostro assortimento', 'il nostro assortimento'],
    returns: ['il reso', 'il reso'],
    delivery: ['la nostra consegna', 'la nostra consegna'],
    workmanship: ['il nostro lavoro', 'il nostro lavoro'],
    honesty: ['i nostri consigli', 'i nostri consigli'],
    punctuality: ['la nostra puntualità', 'la nostra puntualità'],
    styling: ['il risultato', 'il risultato'],
  },
  visit: 'la sua visita',
  visits: {},
  delicateTerms: `avvocat* denunci* querela* tribunale* asl nas intossic* avvelen* vomit* malat* ospedale* pronto_soccorso ambulanza* allergi* ferit* infezion* infett* incidente* pericolos*
discrimin* razzis* sessis* omofob* antisemit* molest* minacc* violen* aggred* polizia* carabinieri rubato furto truff* cimic* scarafagg* topo topi ratti
muffa diagnosi negligenz* incinta disabil* sedia_a_rotelle`,
  namesFollow: null,
}
