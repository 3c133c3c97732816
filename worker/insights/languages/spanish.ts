import type { Topic } from '../../rules/review-features.ts'
import { type SharedWordings, toneOf, type Wordings } from '../drafts/languages/wordings-data.ts'
import type { LanguageData } from '../text/languages.ts'

export const SPANISH: LanguageData = {
  functionWords: `el la los las un una unos unas de del al a y o u e pero que qué quien como cómo cuando donde es son era eran fue fueron
ser soy está están estaba estuvo estar hay había he ha han hemos has yo tú él ella nosotros ellos ellas usted ustedes me te se
nos le les lo mi mis tu tus su sus nuestro nuestra este esta esto estos estas ese esa eso en con sin por para sobre entre hasta desde
muy más menos tan también todo toda todos todas no ni sí si ya aún porque pues nada nunca mucho mucha muchos muchas poco aquí allí
hace hacer tiene tienen puede`,
  negations: `no nunca jamás nada nadie ningún ninguna ninguno sin ni tampoco apenas`,
  contrasts: `pero aunque sin_embargo sino mientras excepto salvo lamentablemente`,
  notTopics: `cobraron_dos_veces cobrado_dos_veces cobran_dos_veces cobró_dos_veces cobraron_doble doble_cobro cobro_doble
no_puedo_esperar no_podemos_esperar espero_volver mala_cara malas_caras buena_cara buenas_caras cara_de caras_de cara_a_cara
cara_dura cara_larga caras_largas mejor_cara en_la_cara a_la_cara de_cara con_la_cara su_cara mi_cara en_cuenta darse_cuenta
darme_cuenta darnos_cuenta dar_cuenta me_doy_cuenta di_cuenta dio_cuenta dimos_cuenta dieron_cuenta dan_cuenta damos_cuenta
dado_cuenta daba_cuenta cuenta_con por_su_cuenta por_mi_cuenta por_nuestra_cuenta cuenta_propia`,
  polarity: {
    4: `excelente* excepcional* fantástico* fantástica* increíble* espectacular* maravillos* perfecto* perfecta* inmejorable* exquisit*
delicios* extraordinari* impecable* insuperable* buenísim* riquísim*`,
    3: `genial* estupend* magnífic* súper super encant* recomendable* recomiendo recomendad* mejor mejores volveré volveremos
repetiremos amabilísim* muy_buen* muy_rico muy_rica sobresaliente* de_diez un_10`,
    2: `asequible* ganga* chollo* bueno buena buenos buenas buen rico rica ricos ricas sabros* amable* simpátic* atento atenta
atentos atentas agradable* acogedor*
profesional* profesionales rápid* eficiente* eficaz limpi* fresc* cómod* tranquil* bonit* precioso preciosa preciosos preciosas lind* económic* razonable* generos*
abundante* calidad gracias contento* contenta* satisf* confianza puntual* honest* serviciales servicial paciente gusta gustó disfrut*
jugos* tierno* tierna* crujiente* hermos* 👍 😍 😊 ❤️ ❤ 🙏 😋`,
    1: `barato barata baratos baratísim* bien correct* variedad variado variada céntric* moderno moderna práctic* decente*`,
    [-1]: `costoso costosa costosos costosas carillo carillos poco_carilla algo_carilla caro cara caros caras pequeñ* ruidos*
ruido lent* espera esperar esperando esperamos regular normalito antiguo vieja viejo
justito escas* estrech* lleno`,
    [-2]: `sablazo* clavada malo mala malos malas mal frí* soso sosa insípid* seco seca secos secas quemad* crud* duro dura duros
duras grasient* salad* carísim* demasiado_caro suci* descuidad*
desagradable* antipátic* maleducad* borde* grosero* grosera* incompetente* poco_profesional decepcion* decepción* retraso* tarde error*
equivocad* olvid* ignor* problema* queja* roto rota rotos rotas averiad* olor* olía peste desorganizad* caos lástima cobraron_de_más pésim* deficiente*
sobrevalorad* mediocre* 👎 😡 😠 😞`,
    [-3]: `cobraron_dos_veces cobrado_dos_veces cobran_dos_veces cobró_dos_veces cobraron_doble doble_cobro cobro_doble
horrible* terrible* horroros* asqueros* asco fatal* desastre* desastros* vergüenza vergonzos* estafa* estafad* timo robo ladrones
inaceptable* nunca_más no_volver* no_lo_recomiendo no_recomiendo no_vayan no_vayáis peor peores intoxicación cucaracha* moho incomible* nefast*
lamentable* huyan evitar insult* gritó gritaron`,
  },
}

export const SPANISH_TOPICS: Record<Topic, string> = {
  staff: `personal camarer* mesero* mesera* dueño dueña dueños encargad* empleado* empleada* equipo trabajador* recepcionista*
gerente dependient* vendedor* cajera cajero médico* médica doctor doctora dentista* enfermer* peluquer* técnico*
fontanero mecánico* repartidor* amable* simpátic* antipátic* maleducad* grosero* trato atención cocinero chef insult* gritó gritaron`,
  service: `servicio servicios servido sirvieron atendieron atendió atención asesoramiento`,
  waiting: `espera esperar esperando esperamos esperé lento lenta lentos tardar* tardó tarda cola colas hora horas minutos demora*
rápid* rapidez`,
  price: `precio precios caro cara caros caras carísim* carillo carillos poco_carilla algo_carilla barato barata baratos baratísim*
económic* asequible* cuenta factura* coste* costo costos costó costaba costar costaron costoso costosa costosos costosas cuestan
cobr* pagar pagamos pagué pagado pagas pagan euro euros dólares pesos dinero todos_los_bolsillos el_bolsillo calidad_precio
presupuesto* descuento* oferta* rebaja* promoción promociones ganga* chollo* tarifa* suplemento* recargo* sablazo* clavada
es_un_robo un_timo`,
  cleanliness: `limpi* limpieza suci* suciedad higien* polvo olor* olía manchas cucaracha* moho basura asco asqueros*`,
  location: `ubicación ubicado ubicada situado situada zona céntric* centro cerca localización metro`,
  parking: `parking aparcar aparcamiento estacionamiento estacionar garaje`,
  booking: `reserva reservas reservar reservado reservamos cita citas cancel* anul*`,
  atmosphere: `ambiente atmósfera decoración decorado música ruido ruidos* tranquil* acogedor* iluminación luz`,
  premises: `mesa mesas terraza local salón jardín barra bar sala espacio baño baños aseos instalaciones edificio sillas`,
  communication: `comunicación teléfono llamad* llamé llamar responder respuesta* respond* correo mensaje* explic* explicación
información informaron`,
  quality: `calidad material materiales roto rota defectuos* resistente durader*`,
  food: `comida comidas plato platos cocina comer comimos cena cenar cenamos almuerzo almorzar desayuno menú postre* entrante*
sabor* sabros* rico rica ricos ricas riquísim* delicios* carne* pescado* pollo marisco* paella* pizza* hamburguesa* patatas ensalada* sopa*
queso* pan salsa* ración raciones tapa tapas arroz tarta* helado* vino vinos cerveza* café bebida*`,
  drinks: `bebida* vino vinos cerveza* café copa copas cóctel* agua zumo refresco* sangría`,
  menu: `oferta_gastronómica oferta_culinaria amplia_oferta gran_oferta oferta_variada variada_oferta oferta_de_platos carta menú
menús variedad opciones`,
  order: `pedido* pedí pedimos equivocad* equivocaron error* olvid* faltaba faltaban falta`,
  safety: `peligros* insegur* seguridad policía robo robaron robar pelea`,
  room: `habitación habitaciones baño ducha* balcón vistas vista toallas aire_acondicionado televisión tele muebles ascensor
suite*`,
  sleep: `cama camas colchón colchones almohada* dormir dormimos dormí descanso sábanas insonoriz*`,
  breakfast: `desayuno* desayunar buffet bufé`,
  facilities: `piscina* spa gimnasio sauna wifi internet instalaciones ascensor vestíbulo`,
  check_in: `check_in check_out recepción llegada llave llaves tarjeta equipaje maletas entrada`,
  selection: `variedad surtido stock existencias productos marcas tallas gama opciones`,
  returns: `devolución devoluciones devolver devolv* cambio cambios reembols* garantía* ticket reclamación`,
  delivery: `envío envíos entrega* entregado entregaron paquete* reparto repartidor* embalaje domicilio`,
  treatment: `tratamiento* diagnóstico* consulta* operación cirugía dolor* dolió indoloro empaste* limpieza_dental endodoncia
revisión receta medicación terapia*`,
  workmanship: `trabajo trabajos reparación reparaciones reparar* reparado arreglo arregl* instalación instalar* instalado obra*
avería* acabado* taller frenos neumáticos aceite motor pintura`,
  honesty: `honest* honradez honrado confianza estafa* timo engañ* mentir* mintieron transparen* serio seriedad`,
  punctuality: `puntual* puntualidad impuntual* tarde retraso* a_tiempo plazo*`,
  styling: `corte cortes pelo cabello color tinte mechas balayage peinado* barba uñas manicura pedicura depilación cejas pestañas
masaje*`,
}

const SHARED: SharedWordings = {
  openings: {
    mixed: [
      'Gracias por contarnos con sinceridad cómo fue.',
      'Gracias por una opinión tan sincera.',
      'Gracias por tomarse el tiempo de opinar.',
      'Gracias por {visit} y por su franqueza.',
      'Su opinión sincera nos ayuda mucho.',
    ],
    mixed_unwritten: [
      'Gracias por su valoración.',
      'Gracias por {visit} y por su valoración.',
      'Gracias por las estrellas. ¿Qué echó de menos?',
      'Lamentamos que no todo fuera como esperaba.',
    ],
    apology: [
      'Lo sentimos mucho.',
      'Sentimos mucho haberle decepcionado.',
      'Le pedimos disculpas por lo ocurrido.',
      'Gracias por decírnoslo. Lo sentimos.',
      'No es lo que queremos para nuestros clientes, y lo sentimos.',
    ],
    apology_unwritten: [
      'Sentimos que la experiencia no fuera buena.',
      'Lamentamos haberle decepcionado.',
      'Gracias por su valoración. Sentimos no haberlo hecho mejor.',
    ],
  },
  complaint: [
    'Nos tomamos en serio lo que dice sobre {topic}.',
    'Gracias por hablarnos con franqueza sobre {topic}.',
    'No nos deja indiferentes lo que cuenta sobre {topic}.',
    'Su crítica sobre {topic} nos importa.',
  ],
  regret: [
    'Sentimos leer esto sobre {topic}.',
    'Gracias por su franqueza sobre {topic}.',
    'Lamentamos lo que cuenta sobre {topic}.',
  ],
  nextSteps: {
    mixed: [
      'Si quiere, cuéntenos más.',
      'Si desea hablarlo, escríbanos.',
      'Nos encantaría tener una segunda oportunidad.',
      'Si hay algo más que debamos saber, cuéntenoslo.',
    ],
    apology: [
      'Si desea hablarlo, póngase en contacto con nosotros.',
      'Nos gustaría hablar con usted.',
      'Escríbanos, por favor: queremos saber qué pasó.',
    ],
    farewell: [
      'Le deseamos todo lo mejor.',
      'Aquí nos tiene para lo que necesite.',
      'Quedamos a su disposición.',
    ],
  },
  blanks: ['[Diga qué ha hecho o qué va a hacer.]', '[¿Cuál es el siguiente paso?]', '[¿Qué va a cambiar?]'],
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
        'Nos alegra mucho leer una opinión así.',
        'Gracias de corazón, significa mucho para nosotros.',
        'Gracias por tomarse el tiempo de escribir palabras tan amables.',
      ],
      praiseUnwritten: [
        '¡Muchas gracias por una valoración tan buena!',
        'Gracias por las estrellas, nos alegran mucho.',
        'Nos alegra mucho que le gustara.',
        'Gracias, su valoración nos anima mucho.',
      ],
      topicPraise: [
        'Nos encanta lo que dice sobre {topic}.',
        'Gracias por sus amables palabras sobre {topic}.',
        'Nos alegra mucho lo que cuenta sobre {topic}.',
      ],
      nextPraise: [
        '¡Hasta pronto!',
        'Esperamos verle pronto.',
        'Vuelva cuando quiera.',
        '¡Nos vemos pronto!',
      ],
      signOffs: [
        'Un saludo,\n{business}',
        'Un cordial saludo,\nel equipo de {business}',
        'Saludos,\n{business}',
      ],
    }),
    formal: toneOf(SHARED, {
      greetings: ['Buenos días, {name}:', 'Hola, {name}:'],
      nameless: ['Buenos días:'],
      praise: [
        'Le agradecemos {visit} y su amable reseña.',
        'Le agradecemos mucho sus amables palabras.',
        'Hemos leído su reseña con mucho gusto.',
        'Es un placer leer su opinión.',
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
        'Su comentario sobre {topic} nos alegra mucho.',
      ],
      nextPraise: [
        'Será un placer recibirle de nuevo.',
        'Esperamos volver a verle.',
        'Nuestras puertas están siempre abiertas.',
      ],
      signOffs: ['Atentamente,\n{business}', 'Un cordial saludo,\nel equipo de {business}'],
    }),
    brief: toneOf(SHARED, {
      greetings: ['Hola, {name}:', 'Buenos días, {name}:'],
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
      signOffs: ['{business}', 'Saludos, {business}', 'Un saludo, {business}'],
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
    room: ['la habitación', 'la habitación'],
    sleep: ['su descanso', 'su descanso'],
    breakfast: ['nuestro desayuno', 'el desayuno'],
    facilities: ['nuestras instalaciones', 'nuestras instalaciones'],
    check_in: ['la recepción', 'la recepción'],
    selection: ['nuestra selección', 'nuestra selección'],
    returns: ['la devolución', 'la devolución'],
    delivery: ['nuestra entrega', 'nuestra entrega'],
    workmanship: ['nuestro trabajo', 'nuestro trabajo'],
    honesty: ['nuestra honradez', 'nuestra honradez'],
    punctuality: ['nuestra puntualidad', 'nuestra puntualidad'],
    styling: ['el resultado', 'el resultado'],
  },
  and: 'y',
  visit: 'su visita',
  trust: 'su confianza',
  visits: {},
  delicateTerms: `abogad* demanda* denunci* juicio* juzgado* sanidad intoxic* envenen* vomit* enferm* hospital hospitales urgencias ambulancia* alergi* alérgic* herid* infecc* infect*
accidente* peligros* discrimin* racis* sexis* homófob* antisemit* acos* amenaz* violen* agredi* agresi* policía* robo robaron robado estafa* chinche* cucaracha* rata
ratas ratones moho diagnóstic* negligenc* embaraz* discapaci* silla_de_ruedas
fiebre* náusea* diarrea* desmay* mareo* asma infarto dolor_de_estómago`,
  hedges: `normal normales regular bastante correcto correcta pasable* aceptable* sin_más habría habrían hubiera hubieran
sería serían competencia en_otro en_otra`,
  namesFollow: null,
}
