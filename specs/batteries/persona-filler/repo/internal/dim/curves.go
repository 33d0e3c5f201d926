package dim

// Version is stated in every report to the towns.
const Version = 14

// maxStep is how far a lamp may move in one minute.
const maxStep = 50

// Evening is the brightness from dusk on, one value every ten minutes.
var Evening = []int{200, 450, 700, 900, 1000, 1000, 950, 900}
