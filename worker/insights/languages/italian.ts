import type { Topic } from '../../rules/review-features.ts'
import { type SharedWordings, toneOf, type Wordings } from '../drafts/languages/wordings-data.ts'
import type { LanguageData } from '../text/languages.ts'

export const ITALIAN: LanguageData = {
  functionWords: `il lo la i gli le l un uno una di del dello della dei degli delle dell a al allo alla ai agli alle all da dal dalla dai in nel
nello nella nei nelle con su sul sulla per tra fra e ed o ma che chi cui come quando dove è sono era erano stato stata stati siamo sei
ho hai ha abbiamo hanno avevo aveva avere essere io tu lui lei noi voi loro mi ti si ci vi ne mio mia miei suo sua nostro nostra questo
questa questi quello quella non né più meno molto molta molti tanto tutto tutta tutti anche già ancora sempre mai niente nulla qui
perché quindi se poi poco fatto fare c d`,
  negations: `non mai niente nulla nessuno nessuna nessun senza né neanche nemmeno neppure`,
  contrasts: `ma però tuttavia anche_se sebbene nonostante mentre eppure purtroppo peccato`,
  notTopics: `pagare_due_volte pagato_due_volte vediamo_l'ora non_vediamo_l caro_amico cara_amica cari_amici cari_saluti
cari_ragazzi miei_cari mio_caro mia_cara carissimi_amici reso_conto resa_conto resi_conto rese_conto rendersi_conto rende_conto
rendono_conto tenere_conto tener_conto tiene_conto tengono_conto tenendo_conto tenuto_conto conto_di_tornare conto_di_ritornare
per_conto la_costa sulla_costa della_costa lungo_la_costa costa_smeralda costa_azzurra`,
  polarity: {
    4: `eccellente* eccellenti eccezional* fantastic* incredibil* spettacolar* meraviglios* perfett* ottim* squisit* delizios* straordinari*
impeccabil* favolos* magnific* strepitos* buonissim* cinque_stelle`,
    3: `super consigliatissim* consiglio consigliato consigliata consigliati da_consigliare stupend* bellissim* gentilissim* bravissim* migliore
migliori il_top torneremo tornerò ci_torn* molto_buon* sublime* complimenti adoro`,
    2: `buon_mercato un_affare buon buono buona buoni buone gentil* simpatic* cordial* disponibil* accoglient* attent* premuros*
professional* competent* veloc* rapid* efficient*
pulit* curat* fresc* comod* tranquill* bell* carin* convenient* onest* ragionevol* abbondant* gustos* saporit* tenero tenera croccant*
qualità grazie soddisfatt* content* piaciut* piacevol* puntual* pazient* brav* cortes* preparat* genuin* 👍 😍 😊 ❤️ ❤ 🙏 😋`,
    1: `economic* abbordabil* modico modici bene discret* corrett* varietà vario central* modern* pratic*`,
    [-1]: `costos* caro cara cari care piccol* rumoros* rumore lento lenta lenti lente attesa attese aspettare aspettato
aspettando vecchi* nella_media stretto stretta
così_così mediocr*`,
    [-2]: `esos* cattiv* fredd* insipid* secc* bruciat* crud* duro dura duri dure unt* salatissim* troppo_car* carissim* sporc*
trascurat* sgradevol* antipatic* maleducat*
scortes* sgarbat* scostant* incompetent* poco_professional* delus* delusion* ritard* error* sbagliat* dimentica* ignorat* problem* lamentel*
rott* guast* odore puzza puzzava disorganizzat* confusion* peccato purtroppo scadent* scars* arrogant* male 👎 😡 😠 😞`,
    [-3]: `fregatur* una_rapina addebitato_due_volte addebitata_due_volte pagare_due_volte pagato_due_volte doppio_addebito
addebito_doppio
orribil* terribil* pessim* schifo schifos* disgustos* disastr* vergogn* truff* ladri furto inaccettabil* mai_più non_torn*
non_consiglio sconsigli* peggio peggior* intossicazion* scarafagg* muffa immangiabil* evitare evitate scandalos* insult* offes* urlato
preso_in_giro presa_in_giro presi_in_giro`,
  },
}

export const ITALIAN_TOPICS: Record<Topic, string> = {
  staff: `personale cameriere camerieri cameriera cameriere titolare titolari proprietari* staff dipendent* commess* cassier*
receptionist medico medici dottore dottoressa dentista infermier* parrucchier* tecnico tecnici idraulico meccanico
meccanici fattorino gentil* scortes* maleducat* sgarbat* accoglienza cuoco chef ragazz* insult* offes* urlato
preso_in_giro presa_in_giro presi_in_giro`,
  service: `servizio servizi servito serviti assistenza consulenza`,
  waiting: `attesa attese aspettare aspettato aspettando lento lenta lenti lente lentezza coda file ora ore minuti ritardo tempi veloc* rapid*`,
  price: `prezzo prezzi caro cara cari care carissim* conto costo costi costa costano costato costoso costosa costosi costose
costosissim* pagare pagato pagata pagati paghi pagano paghiamo spendere speso spendi spende euro economic* conveniente convenienti
convenienza buon_mercato abbordabil* modico modici esos* qualità_prezzo rapporto_qualità scontrino preventivo sconto sconti soldi
tutte_le_tasche tariff* supplemento supplementi di_coperto il_coperto un_affare fregatura fregature un_furto una_rapina`,
  cleanliness: `pulit* pulizia sporc* sporcizia igien* polvere odore odori macchie scarafagg* muffa puzza puzzava spazzatura`,
  location: `posizione posizionato situato situata zona central* centro vicino vicinanze metro`,
  parking: `parcheggio parcheggiare parcheggi posteggio`,
  booking: `prenotazione prenotazioni prenotare prenotato appuntamento appuntamenti disdett* annullat*`,
  atmosphere: `atmosfera ambiente arredamento arredato musica rumore rumoros* tranquill* accoglient* luci illuminazione`,
  premises: `tavolo tavoli sala sale terrazza giardino locale bar bancone spazio spazi bagno bagni posti edificio struttura studio
sedie`,
  communication: `comunicazione telefono telefonat* chiamat* chiamare rispost* rispondono rispondere email mail messaggi* spiegat*
spiegazione spiegazioni informazioni informato`,
  quality: `qualità materiale materiali rotto rotta difettos* resistente`,
  food: `cibo piatto piatti cucina mangiare mangiato pranzo cena cenato colazione primo secondo antipast* dolce dolci dessert
gusto gustos* saporit* sapore squisit* carne pesce pollo pizza pizze pasta spaghetti risotto hamburger patatine
insalata zuppa formaggi* pane sugo porzion* gelato torta vino vini birra birre caffè bevand* bistecca`,
  drinks: `bevand* vino vini birra birre caffè cocktail acqua succo aperitivo bere`,
  menu: `menù menu carta scelta`,
  order: `ordine ordini ordinato ordinazione sbagliat* errore dimenticat* mancava mancavano manca`,
  safety: `pericolos* insicur* sicurezza polizia furto rubato rubare rissa`,
  room: `camera camere stanza stanze bagno doccia balcone vista asciugamani aria_condizionata televisore tv mobili ascensore
suite`,
  sleep: `letto letti materasso materassi cuscin* dormire dormito riposo lenzuola insonorizz*`,
  breakfast: `colazione colazioni buffet`,
  facilities: `piscina spa palestra sauna wifi internet hall ascensore servizi`,
  check_in: `check_in check_out reception arrivo chiave chiavi bagagli valigie`,
  selection: `scelta assortimento varietà disponibil* prodotti marche taglie gamma`,
  returns: `reso resi restituire restituito cambio rimbors* garanzia sostituzione`,
  delivery: `consegna consegne consegnato spedizione spedito pacco corriere imballaggio domicilio`,
  treatment: `trattamento trattamenti cura cure curato diagnosi visita visite operazione intervento dolore dolori otturazione
igiene_dentale ricetta farmac* terapia terapie`,
  workmanship: `lavoro lavori riparazione riparato riparare installazione installato montaggio montato guasto guasti officina freni
gomme olio motore tagliando finiture`,
  honesty: `onest* onestà fiducia affidabil* disonest* truff* imbrogli* bugi* trasparen* serietà`,
  punctuality: `puntual* puntualità ritardo ritardi in_orario tempi`,
  styling: `taglio tagli capelli colore tinta mèches balayage piega barba unghie manicure pedicure ceretta ciglia sopracciglia
massaggio massaggi`,
}

const SHARED: SharedWordings = {
  openings: {
    mixed: [
      'Grazie di averci detto con sincerità com’è andata.',
      'Grazie per una recensione così sincera.',
      'Grazie per il tempo che ha dedicato alla recensione.',
      'Grazie per {visit} e per la franchezza.',
      'La sua opinione sincera ci aiuta molto.',
    ],
    mixed_unwritten: [
      'Grazie per la valutazione.',
      'Grazie per {visit} e per la valutazione.',
      'Grazie per le stelle. Che cosa è mancato?',
      'Ci dispiace che non tutto sia stato come sperava.',
    ],
    apology: [
      'Ci dispiace molto.',
      'Ci dispiace di averla delusa.',
      'Ci scusiamo per l’accaduto.',
      'Grazie di avercelo detto. Ci dispiace.',
      'Non è quello che vogliamo per i nostri clienti, e ci scusiamo.',
    ],
    apology_unwritten: [
      'Ci dispiace di averla delusa.',
      'Ci dispiace che qualcosa non sia andato bene.',
      'Grazie per la valutazione. Ci dispiace di non aver fatto meglio.',
    ],
  },
  complaint: [
    'La sua critica riguarda {topic}, e la prendiamo sul serio.',
    'Capiamo la sua delusione per {topic}.',
    'Quello che scrive riguarda {topic}, e non ci lascia indifferenti.',
  ],
  regret: [
    'Ci dispiace per {topic}.',
    'Capiamo la sua delusione per {topic}.',
    'La sua critica riguarda {topic}, e la prendiamo sul serio.',
  ],
  nextSteps: {
    mixed: [
      'Se vuole, ci racconti di più.',
      'Se desidera parlarne, ci scriva.',
      'Ci piacerebbe avere una seconda occasione.',
      'Se c’è altro che dovremmo sapere, ce lo dica.',
    ],
    apology: [
      'Se desidera parlarne, ci contatti direttamente.',
      'Ci piacerebbe parlarne con lei.',
      'Ci contatti, vorremmo capire che cosa è successo.',
    ],
    farewell: [
      'Le auguriamo tutto il meglio.',
      'Buon proseguimento da tutti noi.',
      'Restiamo a sua disposizione.',
    ],
  },
  blanks: ['[Scriva che cosa ha fatto o farà.]', '[Qual è il prossimo passo?]', '[Che cosa cambierà?]'],
}

export const ITALIAN_WORDINGS: Wordings = {
  tones: {
    friendly: toneOf(SHARED, {
      greetings: ['Buongiorno {name},', 'Salve {name},'],
      nameless: ['Buongiorno,', 'Salve,'],
      praise: [
        'Grazie mille per {visit} e per la bella recensione!',
        'La sua recensione ci ha rallegrato la giornata!',
        'Che bello leggerla!',
        'Siamo felici di leggere una recensione così.',
        'Grazie di cuore, per noi significa molto.',
        'Grazie per aver trovato il tempo di scrivere parole così gentili.',
      ],
      praiseUnwritten: [
        'Grazie mille per la bellissima valutazione!',
        'Grazie per le stelle, ci fanno molto piacere.',
        'Siamo felici che le sia piaciuto.',
        'Grazie, la sua valutazione ci incoraggia.',
      ],
      topicPraise: [
        'Che bello che abbia apprezzato {topic}.',
        'Grazie per i complimenti per {topic}.',
        'Ci fa molto piacere che abbia apprezzato {topic}.',
      ],
      nextPraise: ['A presto!', 'Speriamo di rivederla presto.', 'Torni quando vuole.', 'Alla prossima!'],
      signOffs: [
        'Un caro saluto,\n{business}',
        'Cordiali saluti,\nil team di {business}',
        'Saluti,\n{business}',
      ],
    }),
    formal: toneOf(SHARED, {
      greetings: ['Buongiorno {name},', 'Gentile {name},'],
      nameless: ['Buongiorno,', 'Gentile cliente,'],
      praise: [
        'La ringraziamo per {visit} e per la gentile recensione.',
        'La ringraziamo molto per le sue parole.',
        'La sua recensione ci ha fatto molto piacere.',
        'Siamo lieti di leggere le sue parole.',
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
        'La nostra porta è sempre aperta.',
      ],
      signOffs: ['Cordiali saluti,\n{business}', 'Distinti saluti,\nil team di {business}'],
    }),
    brief: toneOf(SHARED, {
      greetings: ['Buongiorno {name},', 'Salve {name},'],
      nameless: ['Buongiorno,', 'Salve,'],
      praise: [
        'Grazie per {visit}.',
        'Grazie per la recensione.',
        'Ci fa piacere.',
        'Siamo contenti che le sia piaciuto.',
        'Grazie, è bello leggerlo.',
      ],
      praiseUnwritten: ['Grazie per la valutazione.', 'Grazie per le stelle.', 'Ci fa piacere, grazie.'],
      topicPraise: ['Grazie per aver menzionato {topic}.', 'Bello che abbia apprezzato {topic}.'],
      nextPraise: ['A presto!', 'Alla prossima.', 'Torni quando vuole.'],
      signOffs: ['{business}', 'Saluti, {business}', 'Cordiali saluti, {business}'],
    }),
  },
  topicNames: {
    staff: ['il nostro team', 'il trattamento ricevuto'],
    service: ['il nostro servizio', 'il nostro servizio'],
    waiting: ['la nostra rapidità', 'l’attesa'],
    price: ['i nostri prezzi', 'i nostri prezzi'],
    cleanliness: ['la pulizia', 'la scarsa pulizia'],
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
    room: ['la camera', 'la camera'],
    sleep: ['la notte da noi', 'la notte da noi'],
    breakfast: ['la nostra colazione', 'la colazione'],
    facilities: ['i nostri servizi', 'i nostri servizi'],
    check_in: ['la nostra accoglienza', 'la nostra accoglienza'],
    selection: ['il nostro assortimento', 'il nostro assortimento'],
    returns: ['il reso', 'il reso'],
    delivery: ['la nostra consegna', 'la nostra consegna'],
    workmanship: ['il nostro lavoro', 'il nostro lavoro'],
    honesty: ['la nostra onestà', 'la nostra onestà'],
    punctuality: ['la nostra puntualità', 'la nostra puntualità'],
    styling: ['il risultato', 'il risultato'],
  },
  and: 'e',
  visit: 'la sua visita',
  trust: 'la sua fiducia',
  visits: {},
  delicateTerms: `avvocat* denunci* querela* tribunale* asl nas intossic* avvelen* vomit* malat* ospedale* pronto_soccorso ambulanza* allergi* ferit* infezion* infett* incidente* pericolos*
discrimin* razzis* sessis* omofob* antisemit* molest* minacc* violen* aggred* polizia* carabinieri rubato furto truff* cimic* scarafagg* topo topi ratti
muffa diagnosi negligenz* incinta disabil* sedia_a_rotelle
febbre* nausea* diarrea* svenut* asma infarto mal_di_pancia mal_di_stomaco`,
  hedges: `normale normali nella_media abbastanza discret* accettabil* passabil* così_così sarebbe sarebbero avrebbe avrebbero
concorren*`,
  namesFollow: null,
}
