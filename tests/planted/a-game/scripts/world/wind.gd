extends Node
