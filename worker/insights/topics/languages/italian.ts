import type { Topic } from '../../../rules/review-features.ts'

export const ITALIAN_TOPICS: Record<Topic, string> = {
  staff: `personale cameriere camerieri cameriera cameriere titolare titolari proprietari* staff dipendent* commess* cassier*
receptionist medico medici dottore dottoressa dentista infermier* parrucchier* tecnico tecnici idraulico meccanico
meccanici fattorino gentil* scortes* maleducat* sgarbat* accoglienza cuoco chef ragazz*`,
  service: `servizio servizi servito serviti assistenza consulenza`,
  waiting: `attesa attese aspettare aspettato aspettando lento lenta lenti lente lentezza coda file ora ore minuti ritardo tempi veloc* rapid*`,
  price: `prezzo prezzi caro cara cari care conto costo costi costa costoso costosa pagare pagato euro economic* conveniente qualità_prezzo
scontrino preventivo sconto sconti soldi tariff*`,
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
