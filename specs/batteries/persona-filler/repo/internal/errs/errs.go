package errs

const (
	GatewaySilent = 4101
	LampSilent    = 4102
	LampDark      = 4103
	VoltageLow    = 4105
)
