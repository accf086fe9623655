import type { PassageCases } from './passage-cases.ts';

export const es: readonly PassageCases[] = [
  {
    passage:
      'Cláusula segunda. La renta mensual es de 1.234,50 euros y se abonará dentro de los siete primeros días de cada mes. Cláusula tercera. El contrato tendrá una duración de cinco años a partir del 1 de septiembre de 2023. El arrendatario no podrá realizar obras sin permiso escrito del arrendador.',
    quoted: ['El contrato tendrá una duración de cinco años a partir del 1 de septiembre de 2023.'],
    similar: [
      'Sin permiso escrito del arrendador, el arrendatario no podrá realizar obras.',
      'La renta es de 1234,50 euros mensuales.',
    ],
    traps: [
      ['negation', 'El arrendatario podrá realizar obras sin permiso escrito del arrendador.'],
      ['other', 'El contrato tendrá una duración de cinco años hasta el 1 de septiembre de 2023.'],
      ['number', 'La renta mensual es de 12.345,0 euros.'],
    ],
  },
  {
    passage:
      'La dosis recomendada es de un sobre de 600 mg disuelto en medio vaso de agua, tres veces al día. No tome Flemosán si padece úlcera de estómago. Los efectos ad-\nversos más frecuentes son náuseas y dolor de cabeza. Una vez abierto el envase, consérvelo en la nevera.',
    quoted: ['Los efectos adversos más frecuentes son náuseas y dolor de cabeza.'],
    similar: ['Si padece úlcera de estómago, no tome Flemosán.'],
    traps: [
      ['unit', 'La dosis recomendada es de un sobre de 600 g disuelto en medio vaso de agua, tres veces al día.'],
    ],
  },
  {
    passage:
      'Para: Equipo de obras\nDe: Lucía Arteaga\n\nBuenos días: la visita técnica del puente pasa del martes 7 al viernes 10 de mayo. El ingeniero Salcedo revisará los apoyos y la ingeniera Mora, el drenaje. No hace falta llevar casco propio.',
    quoted: [
      'No hace falta llevar casco propio',
      'El ingeniero Salcedo revisará los apoyos y la ingeniera Mora el drenaje.',
    ],
    similar: ['Los apoyos los revisará el ingeniero Salcedo.'],
  },
  {
    passage:
      'Concepto | 2022 | 2023\nIngresos | 4.810,6 | 5.002,3\nGastos de personal | 1.977,0 | 2.104,8\nResultado | 388,1 | 402,9\n\nImportes en miles de euros. La tasa de morosidad bajó 0,4 puntos porcentuales.',
    quoted: ['Gastos de personal: 1.977,0; 2.104,8.'],
    similar: ['Bajó 0,4 puntos porcentuales la tasa de morosidad.'],
    traps: [
      ['unit', 'La tasa de morosidad bajó un 0,4 %.'],
      ['number', 'Gastos de personal: 4.810,6; 5.002,3.'],
    ],
  },
  {
    passage:
      'El 5 de marzo de 2015 la cooperativa Olivar del Sur compró la finca La Encina a don Ramiro Cuesta por 240.000 euros. La finca tiene una superficie de 38 hectáreas y un pozo registrado. El vendedor conserva el derecho de paso durante diez años.',
    quoted: ['El vendedor conserva el derecho de paso\ndurante diez años.'],
    similar: ['La cooperativa Olivar del Sur compró la finca La Encina por 240.000 euros el 05/03/2015.'],
    traps: [
      [
        'name',
        'El 5 de marzo de 2015 don Ramiro Cuesta compró la finca La Encina a la cooperativa Olivar del Sur por 240.000 euros.',
      ],
    ],
  },
  {
    passage:
      'Antes de limpiar la cafetera, desenchúfela y espere a que se enfríe. El depósito admite 1,8 litros. Descalcifique el aparato cada tres meses; no use vinagre. Si el piloto parpadea en rojo, llame al servicio técnico de Hidralba.',
    quoted: ['EL DEPÓSITO ADMITE 1,8 LITROS'],
    similar: ['Cada tres meses descalcifique el aparato.'],
    invented: ['El molinillo tiene cinco niveles de grosor.'],
    traps: [['negation', 'Descalcifique el aparato cada tres meses; use vinagre.']],
  },
  {
    passage:
      'La biblioteca municipal abre de lunes a viernes, de 9 a 20 horas. Los sábados abre solo por la mañana. El carné de lector es gratuito y se renueva cada cuatro años en el mostrador de la planta baja. En agosto permanece cerrada.',
    quoted: ['El carné de lector es gratuito y se renueva cada cuatro años', 'Los sábados, abre solo por la mañana.'],
    similar: ['En el mostrador de la planta baja se renueva cada cuatro años el carné de lector.'],
    traps: [
      ['date', 'La biblioteca municipal abre de lunes a jueves, de 9 a 20 horas.'],
      ['date', 'En octubre permanece cerrada.'],
    ],
  },
];
